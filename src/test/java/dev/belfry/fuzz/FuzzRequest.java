package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param number makes it again, together with the seed
 * @param family what kind of request it is
 * @param what what is special about it
 * @param operation the operation that it was made from
 * @param path the path parameters that it names, for what an answer teaches
 * @param headers beside the key
 * @param chunked whether the body is sent without its length
 */
record FuzzRequest(
    long number,
    Family family,
    String what,
    FuzzContract.Operation operation,
    List<String> path,
    String method,
    String target,
    FuzzAccount account,
    FuzzKey key,
    Map<String, String> headers,
    @Nullable Buffer body,
    boolean chunked,
    Expectation expectation) {
  private static final int LONGEST_SHOWN = 4_000;

  /** The kinds of requests, which the report counts. */
  enum Family {
    VALID,
    BOUNDARY,
    BROKEN,
    PARAMETER,
    ENCODING,
    PATH,
    CONDITION,
    DEAD_KEY,
    TENANT,
    RACE
  }

  /** The same request to be judged otherwise. */
  FuzzRequest expecting(String other, Expectation otherExpectation) {
    return copy(other, target, headers, body, chunked, otherExpectation);
  }

  /** The same request with one more header. */
  FuzzRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return copy(what, target, more, body, chunked, expectation);
  }

  /** The same request with another body and how it is encoded. */
  FuzzRequest sending(byte[] other, boolean inChunks) {
    return copy(what, target, headers, Buffer.buffer(other), inChunks, expectation);
  }

  /** The same request to another address. */
  FuzzRequest to(String other) {
    return copy(what, other, headers, body, chunked, expectation);
  }

  private FuzzRequest copy(
      String otherWhat,
      String otherTarget,
      Map<String, String> otherHeaders,
      @Nullable Buffer otherBody,
      boolean inChunks,
      Expectation otherExpectation) {
    return new FuzzRequest(
        number,
        family,
        otherWhat,
        operation,
        path,
        method,
        otherTarget,
        account,
        key,
        otherHeaders,
        otherBody,
        inChunks,
        otherExpectation);
  }

  /** Tells the account what an answer says about what it has. */
  void learn(FuzzAnswer answer) {
    if (!answer.isSuccess() || target.contains("dryRun=true")) {
      return;
    }
    if (method.equals("DELETE")) {
      OwnedKind.of(operation.path())
          .map(kind -> kind.deletedAt(operation.path()))
          .ifPresent(kind -> account.things().remove(kind, path));
    } else if (method.equals("POST")) {
      account.things().learn(operation.id(), path, answer.json());
    }
  }

  /** The body as JSON. */
  JsonNode json() {
    return FuzzAnswer.parsed(body == null ? Buffer.buffer() : body);
  }

  /** The text of the request, for what an answer may repeat. */
  String text() {
    return target + headers + (body == null ? "" : body.toString(UTF_8));
  }

  /** The request for a shell; {@code $U} is the address of the service, the keys are named. */
  String curl() {
    StringBuilder line = new StringBuilder("curl -i -X ").append(method);
    if (key != FuzzKey.NONE) {
      line.append(" -H \"Authorization: Bearer $").append(account.name()).append('_').append(key);
      line.append('"');
    }
    headers.forEach(
        (name, value) -> line.append(" -H ").append(FuzzText.quoted(name + ": " + value)));
    if (chunked) {
      line.append(" -H 'Transfer-Encoding: chunked'");
    }
    line.append(" \"$U\"").append(FuzzText.quoted(target));
    return body == null ? line.toString() : withBody(line, body.getBytes());
  }

  private static String withBody(StringBuilder line, byte[] body) {
    String text = new String(body, UTF_8);
    if (!text.equals(new String(text.getBytes(UTF_8), UTF_8)) || text.indexOf('\uFFFD') >= 0) {
      String base64 = Base64.getEncoder().encodeToString(body);
      return "echo " + shortened(base64) + " | base64 -d | " + line + " --data-binary @-";
    }
    return line + " --data-binary " + shortened(FuzzText.quoted(text));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN
        ? text
        : text.substring(0, LONGEST_SHOWN) + "… (" + text.length() + " characters)";
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
