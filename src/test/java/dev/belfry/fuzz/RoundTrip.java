package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests that mean the same as another one must be answered like it. Blocks. */
final class RoundTrip {
  private static final int TRIES = 3;

  /** Members that every update sets. */
  private static final List<String> TIMES = List.of("updated_at", "updatedAt");

  /** Members that other requests change: an update of a channel replaces its subscriptions. */
  private static final List<String> SHARED =
      List.of(
          "incidents", "dependsOn", "alertChannelSubscriptions", "alertChannels", "subscriptions");

  private final RaceStage stage;

  RoundTrip(RaceStage stage) {
    this.stage = stage;
  }

  void run() {
    switch (stage.random.nextInt(4)) {
      case 0 -> spelled();
      case 1 -> packed();
      default -> putBack();
    }
  }

  private Operation any(List<Operation> operations) {
    return operations.get(stage.random.nextInt(operations.size()));
  }

  /**
   * The updates of one kind whose body is a whole document. The one without a type takes API checks
   * alone, which have another.
   */
  private List<Operation> updates(OwnedKind kind) {
    return stage.contract.operations().stream()
        .filter(one -> one.method().equals("PUT") || one.method().equals("PATCH"))
        .filter(one -> !one.path().endsWith("/subscriptions"))
        .filter(one -> !one.id().equals("updateCheck"))
        .filter(one -> OwnedKind.of(one.path()).stream().anyMatch(kind::equals))
        .toList();
  }

  /** What a GET answers is accepted by the update, which then changes nothing. */
  private void putBack() {
    OwnedKind kind = stage.anyKind();
    boolean fresh = stage.random.nextInt(3) > 0;
    OwnedThings staying = stage.account.things().staying();
    OwnedThings things = fresh ? stage.make(kind, staying) : staying;
    if (things == null) {
      return;
    }
    // A kept thing may be drawn several times; the same one has to be read and written.
    List<String> id = things.kept(kind, stage.random);
    OwnedThings only = things.withOnly(kind, requireNonNull(id));
    Operation update = any(updates(kind));
    Operation read = stage.contract.readOf(update).orElseThrow();
    int refused = 0;
    for (int i = 0; i < TRIES; i++) {
      FuzzAnswer before = read(read, only, null);
      if (before.status() != 200 || !isWritable(before.json())) {
        return;
      }
      RequestDraft draft = stage.draft(update, only);
      draft.body = before.text();
      draft.headers.put("if-match", before.header("etag"));
      FuzzRequest put = draft.request(Family.RACE, "put back what was read", Expectation.DECLARED);
      FuzzAnswer answer = stage.send(put);
      FuzzAnswer after = read(read, only, null);
      if (answer.status() == 200) {
        if (fresh && !hasOwnPart(after, before)) {
          stage.report.find(put, "changed something", before.shown() + "\n  then " + after.shown());
        }
        notModified(read, only, after);
        return;
      }
      // Another request may have changed it, or a thing it refers to. It may even be changed back:
      // a group subscribes itself to a channel, and its deletion takes the subscription away.
      boolean unchanged = after.header("etag").equals(before.header("etag"));
      if (unchanged && (answer.status() != 412 || ++refused == TRIES)) {
        stage.report.find(put, "was refused", answer.shown());
        return;
      }
    }
  }

  /**
   * The document of a secret variable lacks what its update requires, and so does an incident whose
   * services are deleted.
   */
  private static boolean isWritable(JsonNode document) {
    boolean hidesValue = document.path("secret").asBoolean() && document.path("value").isNull();
    boolean lacksServices = document.has("severity") && document.path("services").isEmpty();
    return !hidesValue && !lacksServices;
  }

  private void notModified(Operation read, OwnedThings only, FuzzAnswer seen) {
    if (seen.status() == 200 && read.takes("If-None-Match")) {
      FuzzAnswer again = read(read, only, seen.header("etag"));
      if (again.status() == 200 && again.header("etag").equals(seen.header("etag"))) {
        stage.report.find("a tag that is not modified", read.id(), "  " + again.shown() + "\n");
      }
    }
  }

  private FuzzAnswer read(Operation read, OwnedThings only, @Nullable String unless) {
    RequestDraft draft = stage.draft(read, only);
    if (unless != null) {
      draft.headers.put("if-none-match", unless);
    }
    return stage.send(draft.request(Family.RACE, "read to put it back", Expectation.DECLARED));
  }

  private static boolean hasOwnPart(FuzzAnswer answer, FuzzAnswer before) {
    return answer.status() == 200 && ownPart(answer.json()).equals(ownPart(before.json()));
  }

  /** The document without what other requests change; of services that it names, the ids remain. */
  private static JsonNode ownPart(JsonNode document) {
    ObjectNode copy = document.deepCopy();
    copy.remove(TIMES);
    copy.remove(SHARED);
    for (JsonNode parent : copy.findParents("services")) {
      for (JsonNode service : parent.path("services")) {
        if (service instanceof ObjectNode members) {
          members.retain("id");
        }
      }
    }
    return copy;
  }

  /** A body that is compressed or in chunks is the same body. */
  private void packed() {
    OwnedKind kind = stage.anyKind();
    OwnedThings only = stage.make(kind);
    if (only == null) {
      return;
    }
    FuzzRequest plain =
        stage
            .draft(any(updates(kind)), only)
            .request(Family.RACE, "the same body, packed", Expectation.DECLARED);
    byte[] bytes = FuzzRequest.bytes(plain.json().toString());
    byte[] packed = FuzzText.gzip(bytes);
    FuzzRequest gzip = plain.with("content-encoding", "gzip");
    same(plain, List.of(gzip.sending(packed, false), gzip.sending(packed, true)));
    same(plain, List.of(plain.sending(bytes, true), plain));
  }

  /** Percent encoding of a character that needs none changes nothing (RFC 3986, 2.3). */
  private void spelled() {
    List<Operation> reads =
        stage.contract.operations().stream()
            .filter(one -> one.method().equals("GET") && one.hasPathParameters())
            .filter(one -> !one.takes("maxWaitSeconds") && !one.id().startsWith("follow"))
            .toList();
    RequestDraft draft = stage.draft(any(reads), stage.account.things().staying());
    FuzzRequest plain =
        draft.request(Family.RACE, "the same address, encoded", Expectation.DECLARED);
    same(
        plain,
        List.of(
            plain.to(draft.target(text -> FuzzText.allEncoded(text, "%%%02X"))),
            plain.to(draft.target(text -> FuzzText.allEncoded(text, "%%%02x")))));
  }

  private void same(FuzzRequest plain, List<FuzzRequest> others) {
    FuzzAnswer first = stage.send(plain);
    for (FuzzRequest other : others) {
      FuzzAnswer answer = stage.send(other);
      // Another request may have changed a thing that this one names.
      if (answer.status() != first.status() && answer.status() != stage.send(plain).status()) {
        stage.report.find(other, "answered otherwise than " + first.status(), answer.shown());
      }
    }
  }
}
