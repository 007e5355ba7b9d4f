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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two people change the same thing at once, each on an instance of their own. */
class ConcurrentChangesIT {
  private static final int ROUNDS = 20;
  private static final int WRITERS = 6;
  private static final int MANY = 80;
  private static final Contract CONTRACT = Contract.load();

  private static TestApp first;
  private static TestApp second;
  private static ApiClient here;
  private static ApiClient there;
  private static Fixtures owned;
  private static Changes changes;

  @BeforeAll
  static void start() {
    first = TestApp.start(Map.of());
    second = TestApp.startOn(first.database().address(), Map.of());
    Tenant acme = first.newTenant();
    here = first.as(acme);
    there = second.as(acme);
    owned = Fixtures.create(here, acme.account());
    changes = new Changes(here, owned);
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
  }

  static Stream<OperationContract> changes() {
    return Changes.ofWhatStays();
  }

  private static List<ApiReply> atOnce(Supplier<ApiReply> one, Supplier<ApiReply> other) {
    return atOnce(List.of(one, other));
  }

  private static List<ApiReply> atOnce(List<Supplier<ApiReply>> requests) {
    CyclicBarrier start = new CyclicBarrier(requests.size());
    List<CompletableFuture<ApiReply>> all =
        requests.stream()
            .map(
                request ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            start.await();
                          } catch (Exception e) {
                            throw new AssertionError(e);
                          }
                          return request.get();
                        },
                        task -> new Thread(task).start()))
            .toList();
    return all.stream().map(CompletableFuture::join).toList();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void ofTwoWhoSawTheSameOneWins(OperationContract operation) {
    String reader = requireNonNull(operation.tagging().representation());
    String resource = owned.addressOf(operation, CONTRACT.operation(reader));
    String path = owned.address(operation.path());
    for (int round = 0; round < ROUNDS; round++) {
      String tag = here.get(resource).header("etag");
      byte[] one = changes.body(operation);
      byte[] other = changes.body(operation);

      List<ApiReply> replies =
          atOnce(
              () -> here.with("If-Match", tag).send(operation.method(), path, one),
              () -> there.with("If-Match", tag).send(operation.method(), path, other));

      assertThat(replies).extracting(ApiReply::status).containsExactlyInAnyOrder(200, 412);
      if (operation.tagging().tagged()) {
        ApiReply won = replies.get(replies.get(0).status() == 200 ? 0 : 1);
        assertThat(won.header("etag")).isEqualTo(there.get(resource).header("etag"));
      }
    }
  }

  /** Most of them share a transaction with others, or wait for one. */
  @ParameterizedTest
  @MethodSource("changes")
  void ofSixWhoSawTheSameOneWins(OperationContract operation) {
    String reader = requireNonNull(operation.tagging().representation());
    String resource = owned.addressOf(operation, CONTRACT.operation(reader));
    String path = owned.address(operation.path());
    for (int round = 0; round < 4; round++) {
      String tag = here.get(resource).header("etag");
      List<Supplier<ApiReply>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        byte[] body = changes.body(operation);
        ApiClient client = (writer % 3 == 0 ? there : here).with("If-Match", tag);
        writers.add(() -> client.send(operation.method(), path, body));
      }

      assertThat(atOnce(writers).stream().map(ApiReply::status))
          .containsOnlyOnce(200)
          .containsOnly(200, 412);
    }
  }

  /** They wait for each other, in line, and hold no more connections than they need. */
  @ParameterizedTest
  @MethodSource("changes")
  void ofManyWhoChangeTheSameNoneIsRefused(OperationContract operation) {
    String path = owned.address(operation.path());
    List<Supplier<ApiReply>> writers = new ArrayList<>();
    for (int writer = 0; writer < MANY; writer++) {
      ApiClient plain = writer % 4 == 0 ? there : here;
      ApiClient client = writer % 2 == 0 ? plain : plain.with("If-Match", "*");
      byte[] body = changes.body(operation);
      writers.add(() -> client.send(operation.method(), path, body));
    }

    assertThat(atOnce(writers)).extracting(ApiReply::status).containsOnly(200);
  }

  /** Each adds another row, and none of them changes a row that another does. */
  @Test
  void ofSixWhoSubscribeSomethingElseOneWins() {
    String channel = owned.address("/v1/alert-channels/{id}");
    for (int round = 0; round < 4; round++) {
      List<Supplier<ApiReply>> writers = new ArrayList<>();
      String tag = here.get(channel).header("etag");
      for (int writer = 0; writer < WRITERS; writer++) {
        ApiReply group =
            here.post(
                "/v2/check-groups?autoAssignAlerts=false",
                "{\"name\":\"g\",\"locations\":[\"eu-west-1\"]}");
        String body = "{\"groupId\":%s,\"activated\":true}".formatted(group.hasStatus(201).id());
        ApiClient client = (writer % 3 == 0 ? there : here).with("If-Match", tag);
        writers.add(() -> client.put(channel + "/subscriptions", body));
      }
      assertThat(here.get(channel).header("etag")).isEqualTo(tag);

      assertThat(atOnce(writers).stream().map(ApiReply::status))
          .containsOnlyOnce(200)
          .containsOnly(200, 412);
    }
  }

  /**
   * One change without a condition is always the last: the other was made before, or not at all.
   */
  @ParameterizedTest
  @MethodSource("changes")
  void noChangeIsLost(OperationContract operation) {
    if (operation.id().equals("subscribeAlertChannel")) {
      return; // Who adds and who takes away cannot be told apart by what is left.
    }
    String reader = requireNonNull(operation.tagging().representation());
    String resource = owned.addressOf(operation, CONTRACT.operation(reader));
    String path = owned.address(operation.path());
    for (int round = 0; round < ROUNDS; round++) {
      String tag = here.get(resource).header("etag");
      byte[] careful = changes.body(operation);
      byte[] blunt = changes.body(operation);

      List<ApiReply> replies =
          atOnce(
              () -> here.with("If-Match", tag).send(operation.method(), path, careful),
              () -> there.send(operation.method(), path, blunt));

      assertThat(replies.get(0).status()).isIn(200, 412);
      replies.get(1).hasStatus(200);
      String number =
          new String(blunt, StandardCharsets.UTF_8).replaceFirst("(?is).*?change ?(\\d+).*", "$1");
      assertThat(here.get(resource).text()).containsIgnoringCase("change").contains(number);
    }
  }

  @Test
  void oneDeletesWhatTheOtherChanges() {
    for (int round = 0; round < ROUNDS; round++) {
      ApiReply made = here.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201);
      String path = "/v1/status-pages/services/" + made.id();

      List<ApiReply> replies =
          atOnce(
              () -> here.with("If-Match", made.header("etag")).delete(path),
              () -> there.put(path, "{\"name\":\"Shop\"}"));

      int deleted = replies.get(0).status();
      int changed = replies.get(1).status();
      assertThat(List.of(deleted, changed)).isIn(List.of(204, 404), List.of(412, 200));
      here.get(path).hasStatus(deleted == 204 ? 404 : 200);
    }
  }

  /** The parts of a channel lie in a table of their own. */
  @Test
  void whoReplacesAListDoesNotUndoWhatIsDoneToItsParts() {
    String channel = owned.address("/v1/alert-channels/{id}");
    String check = owned.address("/v1/checks/{id}").replaceFirst(".*/", "");
    String none = "{\"subscriptions\":[{\"checkId\":\"%s\",\"activated\":true}]}".formatted(check);
    String off = "{\"checkId\":\"%s\",\"activated\":false}".formatted(check);
    for (int round = 0; round < ROUNDS; round++) {
      here.put(channel, none).hasStatus(200);
      String tag = here.get(channel).header("etag");

      List<ApiReply> replies =
          atOnce(
              () -> here.with("If-Match", tag).put(channel, none),
              () -> there.put(channel + "/subscriptions", off));

      assertThat(replies.get(0).status()).isIn(200, 412);
      replies.get(1).hasStatus(200);
      assertThat(here.get(channel).at("/subscriptions/0/activated").asBoolean(true)).isFalse();
    }
  }
}
