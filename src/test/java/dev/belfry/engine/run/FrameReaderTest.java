package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of agents: what is read, and that every number of a hostile one has its bounds. */
class FrameReaderTest {
  /** The time of the service; numbers of frames below are relative to it. */
  private static final long NOW = 1_800_000_000_000L;

  private static final String YEAR_2100 = "4102444800000";

  private final FrameReader reader = new FrameReader("acme/cellar", NOW);

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  private void read(String frame) {
    reader.read(json(frame.replace("NOW", String.valueOf(NOW)).replace("2100", YEAR_2100)));
  }

  private static String result(String from, String to) {
    String good = "[7,NOW,0,0,0,200,5,1000,1,2,3,500,100]";
    assertThat(good).contains(from);
    return "{\"results\":[" + good.replace(from, to) + "]}";
  }

  @Test
  void readsEachKindOfRowAndIgnoresWhatItDoesNotKnow() {
    read(
        """
        {"results":[[7,NOW,0,2,100,500,5,1000,1,2,3,500,100,"{\\"message\\":\\"m\\"}","newer"]],
         "waiting":[[7,NOW,"acme/attic",31,2,NOW,NOW,true]],"ended":[[8,NOW]],
         "states":[[7,2,NOW,4102444800000],[8,0,NOW,null]],"marks":[[3,NOW],[3,5]],
         "missed":[[7,1000,3000,1000,201]],"newer":{"of":"a later version"}}""");
    AttemptRow row = reader.results.results.get(0);
    assertThat(row.seriesId()).isEqualTo(7);
    assertThat(row.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(row.timings().totalMicros()).isEqualTo(1_000);
    assertThat(row.timings().dnsMicros()).isEqualTo(1);
    assertThat(row.detail()).isEqualTo("{\"message\":\"m\"}");
    assertThat(reader.results.waiting)
        .containsEntry(
            new ResultBatch.RunKey(7, NOW),
            new ResultBatch.Waiting(new ShardKey("acme/attic", 31), 2, NOW, NOW, true));
    assertThat(reader.results.ended).containsExactly(new ResultBatch.RunKey(8, NOW));
    assertThat(reader.results.states)
        .containsEntry(7, new ResultBatch.State(Verdict.FAILED, NOW, 4_102_444_800_000L));
    assertThat(reader.results.watermarks).containsEntry(new ShardKey("acme/cellar", 3), NOW);
    assertThat(reader.missed.get(0).range().count()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[7,|[0,|series 0",
        "[7,|[-1,|a negative series",
        "[7,|[2147483648,|a series that is no int",
        "[7,|['x',|a series that is no number",
        "[7,|[7.5,|a series with a fraction",
        "NOW,0|2100,0|a clock of the year 2100",
        "NOW,0|1800000060001,0|more than a minute ahead",
        "NOW,0|1799989199999,0|older than three hours",
        "NOW,0|NOW,21|more attempts than a check has",
        "NOW,0|NOW,-1|a negative attempt",
        "0,0,200|5,0,200|an unknown verdict",
        "0,0,200|-1,0,200|a negative verdict",
        "0,200|70000,200|a reason that is no short",
        "200,5|10000,5|a status that is no status",
        "5,1000|10800001,1000|a delay of more than three hours",
        "5,1000|-60001,1000|a start before the slot",
        "1000,1|600000001,1|a probe of more than ten minutes",
        "1000,1|-1,1|a negative time",
        "500,100]|500]|a missing phase",
        "100]|100,5]|a detail that is no text",
        "100]|100,'[]']|a detail that is no object",
        "100]|100,'{']|a detail that is no JSON",
      })
  void refusesResultsOutOfBounds(String from, String to, String why) {
    assertThatThrownBy(() -> read(result(from, to.replace('\'', '"'))))
        .as(why)
        .isInstanceOf(InvalidFrameException.class)
        .hasMessageStartingWith("results");
    assertThat(reader.results.results).as(why).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "7",
        "{'results':{}}",
        "{'results':[[]]}",
        "{'waiting':[[7,NOW,'',0,1,NOW,NOW,true]]}",
        "{'waiting':[[7,NOW,'acme/attic',32,1,NOW,NOW,true]]}",
        "{'waiting':[[7,NOW,'acme/attic',0,1,NOW,2100,true]]}",
        "{'waiting':[[7,2100,'acme/attic',0,1,NOW,NOW,true]]}",
        "{'ended':[[7,2100]]}",
        "{'states':[[7,9,NOW,null]]}",
        "{'states':[[7,0,2100,null]]}",
        "{'marks':[[32,5]]}",
        "{'marks':[[0,2100]]}",
        "{'marks':[[0,-1]]}",
        "{'missed':[[7,1000,3500,1000,201]]}",
        "{'missed':[[7,3000,1000,1000,201]]}",
        "{'missed':[[7,1000,2100,1000,201]]}",
        "{'missed':[[7,0,1000,1,201]]}",
        "{'missed':[[7,0,0,9223372036854775807,201]]}",
        "{'missed':[[7,0,0,99999999999999999999,201]]}"
      })
  void refusesOtherRowsOutOfBounds(String frame) {
    assertThatThrownBy(() -> read(frame.replace('\'', '"')))
        .isInstanceOf(InvalidFrameException.class);
  }

  @Test
  void boundsTheRowsOfAMessageOverAllItsFrames() {
    String half = "{\"ended\":[" + String.join(",", Collections.nCopies(2_500, "[7,NOW]")) + "]}";
    read(half);
    read(half);
    assertThatThrownBy(() -> read("{\"ended\":[[7,NOW]]}"))
        .isInstanceOf(InvalidFrameException.class)
        .hasMessageContaining("too many rows");
  }

  @Test
  void boundsADetail() {
    String longest = "{\\\"m\\\":\\\"" + "x".repeat(131_072 - 8) + "\\\"}";
    read(result("100]", "100,\"" + longest + "\"]"));
    assertThat(reader.results.results).hasSize(1);
    assertThatThrownBy(() -> read(result("100]", "100,\"" + longest + " \"]")))
        .hasMessageContaining("too long");
  }

  @Test
  void storesNoNulOfADetail() {
    read(result("100]", "100,\"{\\\"m\\\":\\\"a\\\\u0000b\\\"}\"]"));
    assertThat(reader.results.results.get(0).detail()).doesNotContain("\\u0000");
  }

  /** Dates that no database keeps would break a statement about all accounts. */
  @ParameterizedTest
  @ValueSource(strings = {"-1", "253402300800000", "9223372036854775807", "1e30", "\"soon\""})
  void keepsNoExpiryThatCannotBeStored(String expiry) {
    read("{\"states\":[[7,0,NOW," + expiry + "]]}");
    assertThat(reader.results.states)
        .containsEntry(7, new ResultBatch.State(Verdict.PASSED, NOW, null));
  }

  /** A later release may know reasons that this one does not. */
  @ParameterizedTest
  @CsvSource({"0, NONE", "299, OBSERVER_PAUSED", "199, NONE"})
  void takesUnknownReasons(int code, Reason reason) {
    read(result("0,200", code + ",200"));
    assertThat(reader.results.results.get(0).reason()).isEqualTo(reason);
  }
}
