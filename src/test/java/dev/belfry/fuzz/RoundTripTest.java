package dev.belfry.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.net.http.HttpHeaders;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is judged of a document that is put back, with answers that a test makes up. */
class RoundTripTest {
  private static final long NUMBERS = 60;

  private final FuzzContract contract = new FuzzContract();
  private final FuzzAccount one = account("A");
  private final FuzzAccount other = account("B");
  private final FuzzReport report = new FuzzReport(1);
  private int puts;

  private static FuzzAccount account(String name) {
    OwnedThings things = new OwnedThings();
    RaceStage.KINDS.forEach(kind -> things.keep(kind, "1", "slug"));
    return new FuzzAccount(
        name, new UUID(1, name.hashCode()), "Mark" + name, new EnumMap<>(FuzzKey.class), things);
  }

  private static FuzzAnswer answer(int status) {
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of("content-type", List.of("application/json"), "etag", List.of("\"E\"")),
            (name, value) -> true);
    String body = "{\"id\":1,\"slugName\":\"s\",\"key\":\"K\",\"name\":\"x\"}";
    return new FuzzAnswer(status, headers, Buffer.buffer(body), 1);
  }

  /** Reads are answered alike, with one tag; an update with the next of the statuses given. */
  private static FuzzAnswer answer(FuzzRequest request, IntSupplier updates) {
    return switch (request.method()) {
      case "POST" -> answer(201);
      case "GET" -> answer(request.headers().containsKey("if-none-match") ? 304 : 200);
      default -> answer(updates.getAsInt());
    };
  }

  private void run(IntSupplier updates) {
    RequestGenerator generator = new RequestGenerator(contract, 1, one, other);
    LongStream.range(0, NUMBERS)
        .forEach(
            number -> {
              puts = 0;
              RaceStage.Exchange exchange =
                  requests -> requests.stream().map(sent -> answer(sent, updates)).toList();
              new RoundTrip(new RaceStage(contract, generator, number, exchange, report)).run();
            });
  }

  @Test
  void acceptsAConditionThatIsRefusedOnce() {
    run(() -> puts++ == 0 ? 412 : 200);
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void findsAConditionThatIsRefusedAgainAndAgain() {
    run(() -> 412);
    assertThat(report.findings()).contains("put back what was read: was refused", "answered 412");
  }

  @Test
  void findsADocumentThatIsRefused() {
    run(() -> puts++ == 0 ? 400 : 200);
    assertThat(report.findings()).contains("put back what was read: was refused", "answered 400");
  }
}
