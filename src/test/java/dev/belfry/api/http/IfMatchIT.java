package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Changes;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.Posts;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code If-Match} on every PUT, PATCH and DELETE of the contract, and the tags that writes answer.
 */
class IfMatchIT {
  private static final Contract CONTRACT = Contract.load();
  private static final String STALE = "\"AAAAAAAAAAAAAAAAAAAAAA\"";
  private static final TestApp APP = TestApp.shared();

  private static ApiClient client;
  private static Fixtures owned;
  private static Changes changes;

  @BeforeAll
  static void own() {
    Tenant acme = APP.newTenant();
    client = APP.as(acme);
    owned = Fixtures.create(client, acme.account());
    changes = new Changes(client, owned);
  }

  static Stream<OperationContract> changes() {
    return Changes.ofWhatStays();
  }

  static Stream<OperationContract> deletions() {
    return Changes.all().filter(operation -> operation.method().equals("DELETE"));
  }

  static Stream<OperationContract> makers() {
    return Posts.all()
        .filter(operation -> operation.tagging().representation() != null)
        .filter(operation -> operation.tagging().tagged());
  }

  private static ApiReply send(OperationContract operation, String ifMatch) {
    return client
        .with("If-Match", ifMatch)
        .send(operation.method(), owned.address(operation.path()), changes.body(operation))
        .matchesContract(operation.id());
  }

  private static ApiReply read(OperationContract operation) {
    String reader = requireNonNull(operation.tagging().representation());
    return client
        .get(owned.addressOf(operation, CONTRACT.operation(reader)))
        .hasStatus(200)
        .matchesContract(reader);
  }

  private static String tag(OperationContract operation) {
    String tag = read(operation).header("etag");
    assertThat(tag).startsWith("\"");
    return tag;
  }

  @ParameterizedTest
  @MethodSource("changes")
  void changesWhatTheClientSaw(OperationContract operation) {
    String before = tag(operation);

    ApiReply changed = send(operation, before).hasStatus(200);

    String after = tag(operation);
    assertThat(after).isNotEqualTo(before);
    assertThat(changed.header("etag")).isEqualTo(operation.tagging().tagged() ? after : "");
    assertThat(changed.header("cache-control")).isEqualTo("no-store");
    send(operation, STALE + ", " + after).hasStatus(200);
    send(operation, "*").hasStatus(200);
  }

  @ParameterizedTest
  @MethodSource({"changes", "deletions"})
  void touchesNothingElse(OperationContract operation) {
    ApiReply before = read(operation);
    String tag = before.header("etag");

    send(operation, STALE)
        .isError(
            412,
            "Precondition Failed",
            "The resource has changed: read it again and send its new ETag");
    send(operation, "W/" + tag).hasStatus(412);
    send(operation, "nonsense").isInvalid("/If-Match");

    assertThat(read(operation).text()).isEqualTo(before.text());
  }

  @ParameterizedTest
  @MethodSource("deletions")
  void deletesWhatTheClientSaw(OperationContract operation) {
    Tenant tenant = APP.newTenant();
    ApiClient own = APP.as(tenant);
    Fixtures made = Fixtures.create(own, tenant.account());
    if (operation.id().equals("deleteCheckGroup")) {
      own.delete(made.address("/v1/checks/{id}")).hasStatus(204); // A group with checks stays.
    }
    if (operation.id().equals("deleteIncidentUpdate")) {
      own.post(
              made.address("/v1/status-pages/incidents/{id}/incident-updates"),
              "{\"description\":\"More\"}")
          .hasStatus(201); // So does the only update.
    }
    String reader = requireNonNull(operation.tagging().representation());
    String tag = own.get(made.address(CONTRACT.operation(reader).path())).header("etag");
    String path = made.address(operation.path());

    own.with("If-Match", STALE).delete(path).hasStatus(412);
    ApiReply deleted = own.with("If-Match", tag).delete(path).matchesContract(operation.id());

    assertThat(deleted.status()).as(deleted.text()).isIn(202, 204);
    own.with("If-Match", "*").delete(path).isNotFound();
  }

  @ParameterizedTest
  @MethodSource("makers")
  void whatIsMadeIsTaggedAsItIsRead(OperationContract operation) {
    Posts posts = new Posts(client, owned);
    String posted = posts.address(operation);
    ApiReply made = client.send("POST", posted, posts.body(operation.id())).hasStatus(201);
    String reader = requireNonNull(operation.tagging().representation());
    String template = CONTRACT.operation(reader).path();
    String id = made.json().has("id") ? made.id() : made.at("/key").asText();
    String path =
        template.equals(operation.path())
            ? posted
            : owned.address(template.substring(0, template.lastIndexOf('/'))) + "/" + id;

    assertThat(made.header("etag")).isNotEmpty();
    assertThat(client.get(path).hasStatus(200).header("etag")).isEqualTo(made.header("etag"));
  }

  @Test
  void everyChangeSaysWhatItIsAbout() {
    assertThat(
            CONTRACT.operations().stream()
                .filter(operation -> operation.tagging().representation() == null)
                .filter(operation -> !operation.method().matches("GET|POST"))
                .map(OperationContract::id))
        .containsExactly(
            "deleteSubscription",
            "updateSignInPolicy",
            // No operation reads one member.
            "updateOwnMember",
            "removeOwnMember",
            "updateAccountMember",
            "removeAccountMember",
            "switchSession",
            "endSession",
            "removeSession",
            "changePassword",
            "updateOwnProfile",
            "updateOwnPhone",
            "removeOwnPhone",
            "removeOwnDevice");
  }

  @Test
  void whatCannotBeReadIsKnownToNobody() {
    Tenant tenant = APP.newTenant();
    ApiClient own = APP.as(tenant);
    String path =
        Fixtures.create(own, tenant.account())
            .address("/v1/status-pages/{id}/subscriptions/{subscriptionId}");
    own.with("If-Match", STALE).delete(path).hasStatus(412);
    own.with("If-Match", "*").delete(path).hasStatus(204);
    own.with("If-Match", "*").delete(path).isNotFound();
  }

  @Test
  void aFaultyBodyAndAMissingResourceComeFirst() {
    ApiClient stale = client.with("If-Match", STALE);
    stale.put(owned.address("/v1/checks/url/{id}"), "{\"name\":\"\"}").isInvalid("/name");
    stale.put("/v1/checks/url/019cad93-2e60-7000-8000-0000000000ff", "{}").isNotFound();
    stale.delete("/v1/variables/NOT_THERE").isNotFound();
  }

  @Test
  void howAResourceIsDoingIsNoChangeOfIt() {
    String path = owned.address("/v1/alert-channels/{id}");
    String before = client.get(path).header("etag");
    client.send("POST", path + "/test", null).hasStatus(202);

    ApiReply after = client.with("If-None-Match", before).get(path).hasStatus(200);
    assertThat(after.header("etag")).isNotEqualTo(before);
    client
        .with("If-Match", before)
        .put(path, "{\"type\":\"EMAIL\",\"config\":{\"address\":\"new@e.org\"}}")
        .hasStatus(200);
  }
}
