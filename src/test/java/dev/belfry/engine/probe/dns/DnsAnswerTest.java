package dev.belfry.engine.probe.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.dns.RecordSamples.Sample;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads messages and shows them as text and as JSON. */
class DnsAnswerTest {
  private static final int ID = 4_711;
  private static final byte[] QUERY = DnsWire.query(ID, "example.com", 1);

  private static Question question() throws TargetRefusedException {
    return Question.of(
        DnsRequest.of("EXAMPLE.com", DnsRequest.RecordType.A, null, null, null, null));
  }

  private static DnsAnswer read(DnsWire message) throws Exception {
    return new DnsAnswer(
        Objects.requireNonNull(
            DnsMessage.read(Unpooled.wrappedBuffer(message.bytes()), ID, question())),
        "192.0.2.53:53",
        DnsRequest.Protocol.UDP,
        false);
  }

  static Stream<Sample> samples() {
    return Stream.concat(RecordSamples.all(), RecordSamples.rare());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void showsARecordAsAZoneFileDoes(Sample sample) throws Exception {
    DnsAnswer answer = read(DnsWire.to(QUERY).answer(sample.type(), sample.data()));
    assertThat(answer.actual(AssertionSource.TEXT_ANSWER, "").textValue())
        .isEqualTo("example.com. 300 IN " + sample.word() + " " + sample.shown());
    assertThat(answer.actual(AssertionSource.JSON_ANSWER, "$.Answer[0]").toString())
        .isEqualTo(
            JsonNodeFactory.instance
                .objectNode()
                .put("name", "example.com.")
                .put("type", sample.type())
                .put("TTL", 300)
                .put("data", sample.shown())
                .toString());
  }

  static Stream<Sample> broken() {
    return RecordSamples.broken();
  }

  @ParameterizedTest
  @MethodSource("broken")
  void refusesDataThatIsNotOfItsType(Sample sample) {
    assertThatThrownBy(() -> read(DnsWire.to(QUERY).answer(sample.type(), sample.data())))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void showsTheWholeAnswerAsJson() throws Exception {
    DnsAnswer answer =
        read(
            DnsWire.to(QUERY)
                .flags(0x85b3)
                .authority("com", 6, DnsWire.name("a") + DnsWire.name("b") + "00000001".repeat(5))
                .extension(0));
    assertThat(answer.json())
        .hasToString(
            "{\"Status\":3,\"TC\":false,\"RD\":true,\"RA\":true,\"AD\":true,\"CD\":true,"
                + "\"Question\":[{\"name\":\"EXAMPLE.com.\",\"type\":1}],\"Answer\":[],"
                + "\"Authority\":[{\"name\":\"com.\",\"type\":6,\"TTL\":60,"
                + "\"data\":\"a. b. 1 1 1 1 1\"}]}");
    assertThat(answer.text()).isEmpty();
    assertThat(answer.actual(AssertionSource.RESPONSE_CODE, "").textValue()).isEqualTo("NXDOMAIN");
    assertThat(answer.actual(AssertionSource.STATUS_CODE, "").isMissingNode()).isTrue();
  }

  @Test
  void aPathFindsWhatIsThereAndSaysWhatIsWrong() throws Exception {
    DnsAnswer answer = read(DnsWire.to(QUERY).answer(1, "cb007107").answer(1, "cb007108"));
    JsonNode all = answer.actual(AssertionSource.JSON_ANSWER, "$.Answer[*].data");
    assertThat(all).hasToString("[\"203.0.113.7\",\"203.0.113.8\"]");
    assertThat(answer.actual(AssertionSource.JSON_ANSWER, "$.Answer.length()").asInt())
        .isEqualTo(2);
    assertThat(answer.actual(AssertionSource.JSON_ANSWER, "$.Answer[7]").isMissingNode()).isTrue();
    assertThatThrownBy(() -> answer.actual(AssertionSource.JSON_ANSWER, "$["))
        .isInstanceOf(AssertionFault.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, NOERROR",
    "1, 0, FORMERR",
    "2, 0, SERVFAIL",
    "3, 0, NXDOMAIN",
    "4, 0, NOTIMP",
    "5, 0, REFUSED",
    "10, 0, NOTZONE",
    "11, 0, RCODE11",
    "0, 1, BADVERS",
    "7, 1, RCODE23",
  })
  void namesTheResponseCodeWithTheBitsThatExtendIt(int code, int bits, String word)
      throws Exception {
    DnsAnswer answer = read(DnsWire.to(QUERY).code(code).extension(bits));
    assertThat(answer.message().codeText()).isEqualTo(word);
    assertThat(answer.summary()).isEqualTo("The response code was " + word);
  }

  @Test
  void isRightWithARecordOfTheTypeAlone() throws Exception {
    assertThat(read(DnsWire.to(QUERY).answer(1, "cb007107")).failure()).isNull();
    Failure nothing = new Failure(Reason.NO_RECORD, "EXAMPLE.com. has no record of type A");
    assertThat(read(DnsWire.to(QUERY)).failure()).isEqualTo(nothing);
    assertThat(read(DnsWire.to(QUERY).answer(5, DnsWire.name("e.org"))).failure())
        .isEqualTo(nothing);
    assertThat(read(DnsWire.to(QUERY).code(DnsWire.NXDOMAIN)).failure())
        .isEqualTo(new Failure(Reason.RESPONSE_CODE, "The response code was NXDOMAIN"));
    assertThat(read(DnsWire.to(QUERY)).statusCode()).isZero();
  }

  @Test
  void keepsABoundedPartOfItsRecords() throws Exception {
    DnsWire many = DnsWire.to(QUERY);
    for (int i = 0; i < 300; i++) {
      many.answer(1, "0a00%04x".formatted(i));
    }
    DnsAnswer answer = read(many);
    assertThat(answer.text().lines()).hasSize(DnsMessage.MOST_RECORDS);
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    answer.describe(detail);
    int kept = 0;
    for (JsonNode record : detail.get("records")) {
      kept += record.textValue().length();
    }
    assertThat(kept).isEqualTo(DnsAnswer.RECORDS_KEPT);
    assertThat(detail.remove("records")).isNotEmpty();
    assertThat(detail)
        .hasToString(
            "{\"responseCode\":\"NOERROR\",\"server\":\"192.0.2.53:53\",\"protocol\":\"UDP\","
                + "\"truncated\":false}");
  }

  @Test
  void ignoresWhatAnswersNoSuchQuery() throws Exception {
    assertThat(message(DnsWire.to(QUERY).withAnotherId().bytes())).isNull();
    assertThat(message(DnsWire.to(DnsWire.query(ID, "example.org", 1)).bytes())).isNull();
    assertThat(message(DnsWire.to(DnsWire.query(ID, "example.com", 28)).bytes())).isNull();
    assertThat(message(DnsWire.to(QUERY).flags(0x0100).bytes())).isNull();
    assertThat(message(DnsWire.to(QUERY).withoutQuestion().bytes())).isNull();
    assertThat(message(new byte[] {0x12})).isNull();
    assertThat(message(new byte[0])).isNull();
  }

  @Test
  void takesAnErrorWithoutAQuestion() throws Exception {
    assertThat(read(DnsWire.to(QUERY).withoutQuestion().code(1)).message().codeText())
        .isEqualTo("FORMERR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c01d", // To itself.
        "c01fc01d", // To each other.
        "c0ff", // Past the end.
        "0161c01d", // To the label before it, again and again.
        "0161c01f",
        "80",
        "3f61",
      })
  void aNameThatHasNoEndIsRefused(String name) {
    DnsWire wire = DnsWire.to(QUERY).record(0, name, 1, 1, 1, "cb007107");
    assertThatThrownBy(() -> message(wire.bytes())).isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void aNameHasAtMost255Octets() throws Exception {
    String label = "3f" + "61".repeat(63);
    String longest = label.repeat(3) + "3d" + "61".repeat(61) + "00";
    assertThat(read(DnsWire.to(QUERY).record(0, longest, 1, 1, 1, "cb007107")).text()).hasSize(273);
    DnsWire over = DnsWire.to(QUERY).record(0, label.repeat(4) + "00", 1, 1, 1, "cb007107");
    assertThatThrownBy(() -> message(over.bytes())).isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void everyCutOfAMessageEndsCleanly() throws Exception {
    DnsWire wire = DnsWire.to(QUERY);
    RecordSamples.all().forEach(sample -> wire.answer(sample.type(), sample.data()));
    byte[] whole = wire.extension(0).bytes();
    assertThat(message(whole)).isNotNull();
    for (int length = 2; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> message(part)).isInstanceOf(MalformedAnswerException.class);
    }
  }

  @Test
  void aTruncatedMessageHasWhatCame() throws Exception {
    DnsWire cut = DnsWire.to(QUERY).truncated().answer(1, "cb007107").pretending(5);
    DnsAnswer answer = read(cut);
    assertThat(answer.message().isTruncated()).isTrue();
    assertThat(answer.text().lines()).hasSize(1);
  }

  @Test
  void otherClassesAreShownByNumber() throws Exception {
    assertThat(read(DnsWire.to(QUERY).record(0, "00", 1, 3, 0xffff_ffffL, "0102")).text())
        .isEqualTo(". 4294967295 CLASS3 A \\# 2 0102");
  }

  private static @Nullable DnsMessage message(byte[] bytes) throws Exception {
    return DnsMessage.read(Unpooled.wrappedBuffer(bytes), ID, question());
  }
}
