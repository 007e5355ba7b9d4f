package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;

import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Requests whose body is encoded in another way, or that go to an address nobody answers. */
final class WrongForms {
  /** Larger than any body may be, and small when it is compressed. */
  private static final int BOMB = 48 << 20;

  private static final byte[] PACKED_BOMB = FuzzText.gzip(new byte[BOMB]);
  private static final String ENCODING = "content-encoding";
  private static final String TYPE = "content-type";

  private final FuzzContract contract;

  WrongForms(FuzzContract contract) {
    this.contract = contract;
  }

  /** The draft in another form that means the same. */
  FuzzRequest right(RequestDraft draft, Random random) {
    FuzzRequest plain = draft.request(Family.ENCODING, "another form", Expectation.DECLARED);
    byte[] bytes = FuzzRequest.bytes(draft.json().toString());
    return switch (random.nextInt(4)) {
      case 0 -> plain.with(ENCODING, "gzip").sending(FuzzText.gzip(bytes), false);
      case 1 -> plain.with(ENCODING, "gzip").sending(FuzzText.gzip(bytes), true);
      case 2 -> plain.sending(bytes, true);
      default -> plain.with(TYPE, "application/json; charset=UTF-8");
    };
  }

  /** The draft in a form that cannot be read. */
  FuzzRequest wrong(RequestDraft draft, Random random) {
    String json = draft.json().toString();
    byte[] bytes = FuzzRequest.bytes(json);
    FuzzRequest plain = draft.request(Family.ENCODING, "", Expectation.status(400));
    return switch (random.nextInt(14)) {
      case 0 -> as(plain, "bad gzip", 400).with(ENCODING, "gzip");
      case 1 ->
          as(plain, "half a gzip", 400)
              .with(ENCODING, "gzip")
              .sending(half(FuzzText.gzip(bytes)), false);
      case 2 -> as(plain, "gzip bomb", 413).with(ENCODING, "gzip").sending(PACKED_BOMB, false);
      case 3 -> as(plain, "unknown encoding", 400, 415).with(ENCODING, "br");
      case 4 -> as(plain, "XML", 415).with(TYPE, "application/xml");
      case 5 -> as(plain, "text", 415).with(TYPE, "text/plain");
      case 6 -> as(plain, "no media type", 400, 415).with(TYPE, "json");
      case 7 -> as(plain, "half a body", 400).sending(half(bytes), true);
      case 8 ->
          as(plain, "invalid UTF-8", 400)
              .sending("{\"name\":\"\u00ff\u00fe\"}".getBytes(ISO_8859_1), false);
      case 9 -> as(plain, "UTF-16", 400, 415).sending(json.getBytes(UTF_16), false);
      case 10 -> as(plain, "no body", 400).sending(new byte[0], false);
      case 11 -> as(plain, "a list", 400).sending(FuzzRequest.bytes("[" + json + "]"), false);
      case 12 -> as(plain, "two bodies", 400).sending(FuzzRequest.bytes(json + json), false);
      default ->
          as(plain, "nested too deep", 400)
              .sending(FuzzRequest.bytes("{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000)), false);
    };
  }

  private static FuzzRequest as(FuzzRequest request, String what, Integer... statuses) {
    return request.expecting(what, Expectation.status(statuses));
  }

  private static byte[] half(byte[] bytes) {
    return java.util.Arrays.copyOf(bytes, bytes.length / 2);
  }

  /** The draft at an address or with a method that the contract does not have. */
  @Nullable FuzzRequest elsewhere(RequestDraft draft, Random random) {
    String target = draft.target().split("\\?", 2)[0];
    if (random.nextBoolean()) {
      List<String> methods =
          new ArrayList<>(List.of("GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS"));
      methods.removeAll(contract.methodsOn(target));
      String method = methods.get(random.nextInt(methods.size()));
      return draft.request(
          Family.PATH, "method " + method, method, target, Expectation.status(405));
    }
    String other =
        switch (random.nextInt(5)) {
          case 0 -> target + "/";
          case 1 -> "/" + target;
          case 2 -> target.replaceFirst("/v(\\d)/", "/V$1/");
          case 3 -> target + "/nothing-is-here";
          default -> target.replaceFirst("^/([a-z])", "/$1$1");
        };
    // Below the console every path shows it.
    return contract.hasPath(other) || other.startsWith("/console/")
        ? null
        : draft.request(
            Family.PATH, "path", draft.operation.method(), other, Expectation.status(404, 405));
  }
}
