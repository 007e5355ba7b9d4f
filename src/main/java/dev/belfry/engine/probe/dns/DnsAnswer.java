package dev.belfry.engine.probe.dns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.assertion.JsonPaths;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.Reason;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a name server answered.
 *
 * @param server its address, such as {@code 192.0.2.53:53}
 * @param protocol that the answer came over
 * @param truncated whether an answer over UDP was cut off, so that the server was asked over TCP
 */
record DnsAnswer(DnsMessage message, String server, Protocol protocol, boolean truncated)
    implements ProbeAnswer {
  /** Characters of the records that are kept with a result. */
  static final int RECORDS_KEPT = 4_096;

  private static final int NO_ERROR = 0;
  private static final int RECURSION_DESIRED = 0x0100;
  private static final int RECURSION_AVAILABLE = 0x0080;
  private static final int AUTHENTIC_DATA = 0x0020;
  private static final int CHECKING_DISABLED = 0x0010;

  @Override
  public int statusCode() {
    return 0;
  }

  @Override
  public JsonNode actual(AssertionSource source, String property) throws AssertionFault {
    return switch (source) {
      case RESPONSE_CODE -> TextNode.valueOf(message.codeText());
      case TEXT_ANSWER -> TextNode.valueOf(text());
      case JSON_ANSWER -> property.isEmpty() ? json() : JsonPaths.read(json(), property);
      default -> MissingNode.getInstance();
    };
  }

  @Override
  public String summary() {
    return "The response code was " + message.codeText();
  }

  @Override
  public @Nullable Failure failure() {
    if (message.code() != NO_ERROR) {
      return new Failure(Reason.RESPONSE_CODE, summary());
    }
    Question question = message.question();
    return message.hasRecord()
        ? null
        : new Failure(
            Reason.NO_RECORD, question.name() + " has no record of type " + question.type().name());
  }

  /** The answers in the format of a zone file, one a line. */
  String text() {
    return message.answers().stream().map(ResourceRecord::text).collect(Collectors.joining("\n"));
  }

  /** The answer in the form of the JSON interfaces of public resolvers. */
  ObjectNode json() {
    Question question = message.question();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("Status", message.code())
            .put("TC", message.isTruncated())
            .put("RD", message.is(RECURSION_DESIRED))
            .put("RA", message.is(RECURSION_AVAILABLE))
            .put("AD", message.is(AUTHENTIC_DATA))
            .put("CD", message.is(CHECKING_DISABLED));
    json.putArray("Question")
        .addObject()
        .put("name", question.name())
        .put("type", question.type().intValue());
    add(json.putArray("Answer"), message.answers());
    if (!message.authorities().isEmpty()) {
      add(json.putArray("Authority"), message.authorities());
    }
    return json;
  }

  private static void add(ArrayNode list, List<ResourceRecord> records) {
    for (ResourceRecord one : records) {
      list.addObject()
          .put("name", one.name())
          .put("type", one.type())
          .put("TTL", one.ttl())
          .put("data", one.data());
    }
  }

  @Override
  public void describe(ObjectNode detail) {
    detail.put("responseCode", message.codeText());
    ArrayNode records = detail.putArray("records");
    int left = RECORDS_KEPT;
    for (ResourceRecord one : message.answers()) {
      String text = one.text(); // Printable ASCII, so that any character may be the last.
      if (left > 0) {
        records.add(text.length() > left ? text.substring(0, left) : text);
      }
      left -= text.length();
    }
    detail.put("server", server).put("protocol", protocol.name()).put("truncated", truncated);
  }
}
