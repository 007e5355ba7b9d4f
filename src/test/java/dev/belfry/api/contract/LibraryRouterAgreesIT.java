package dev.belfry.api.contract;

import static dev.belfry.api.contract.RouterVerdict.Outcome.NO_METHOD;
import static dev.belfry.api.contract.RouterVerdict.Outcome.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.StubService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.PoolOptions;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The service and the OpenAPI library's router, with the library's own validator, are sent the same
 * requests over real sockets. Both must agree which operation answers and whether the request is
 * valid, but for the rows of {@link RouterDifference}.
 */
@ExtendWith(VertxExtension.class)
class LibraryRouterAgreesIT {
  private static final long SEED = Long.getLong("belfry.seed", 20_261_123);
  private static final int EACH = 2;
  private static final int FEWEST = 5_000;
  private static final String SECRET = "a secret that only this test signs keys with";
  private static final ContractDocument DOCUMENT = ContractDocument.read();
  private static final Contract CONTRACT = Contract.of(DOCUMENT);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void onEveryRequest(Vertx vertx, TestReporter reporter) {
    List<SampleRequest> requests =
        CONTRACT.operations().stream().flatMap(LibraryRouterAgreesIT::samples).toList();
    assertThat(requests).hasSizeGreaterThanOrEqualTo(FEWEST);
    StubService service =
        new StubService(vertx, config(), CONTRACT, LibraryRouterAgreesIT::operations);
    HttpServer library = LibraryRouter.start(vertx, SECRET);
    List<RouterVerdict> ours = ours(vertx, service, requests);
    List<RouterVerdict> theirs = send(vertx, library.actualPort(), service.key(), requests);

    Map<RouterDifference, Integer> differences = new EnumMap<>(RouterDifference.class);
    Map<String, String> unexplained = new TreeMap<>();
    for (int i = 0; i < requests.size(); i++) {
      SampleRequest request = requests.get(i);
      RouterVerdict our = ours.get(i);
      RouterVerdict their = theirs.get(i);
      Optional<RouterDifference> difference = RouterDifference.of(request, our, their);
      if (difference.isPresent()) {
        differences.merge(difference.get(), 1, Integer::sum);
      } else if (!our.equals(their)) {
        String kind = request.twist() + " " + our.outcome() + " " + their.outcome();
        unexplained.put(kind, "%s%n  ours %s%n  theirs %s".formatted(request, our, their));
      }
    }
    reporter.publishEntry(
        Map.of(
            "seed", Long.toString(SEED),
            "requests", Integer.toString(requests.size()),
            "differences", differences.toString()));

    assertThat(unexplained.values()).as("differences without a reason, seed %d", SEED).isEmpty();
    for (RouterDifference row : RouterDifference.values()) {
      assertThat(differences)
          .as("a row that no request needs, seed %d: %s", SEED, row.reason())
          .containsKey(row);
    }
    requireBothKinds(requests, ours);
  }

  private static Stream<SampleRequest> samples(OperationContract operation) {
    // A seed of its own, so that an operation that is added changes no other's requests.
    long seed = SEED + operation.id().hashCode();
    return new RequestSamples(DOCUMENT, CONTRACT.operations(), seed).of(operation, EACH).stream();
  }

  /** Of bodies that are all right, or all wrong, nothing would be learned. */
  private static void requireBothKinds(List<SampleRequest> requests, List<RouterVerdict> verdicts) {
    for (OperationContract operation : CONTRACT.operations()) {
      List<RouterVerdict> own =
          IntStream.range(0, requests.size())
              .filter(i -> isChanged(requests.get(i), operation))
              .mapToObj(verdicts::get)
              .toList();
      long valid = own.stream().filter(verdict -> verdict.outcome() == VALID).count();
      assertThat(valid)
          .as("valid of %d bodies of %s", own.size(), operation.id())
          .isBetween(own.size() / 10L, own.size() * 9L / 10);
    }
  }

  private static boolean isChanged(SampleRequest request, OperationContract operation) {
    return request.meant().id().equals(operation.id()) && request.twist() == Twist.BODY_CHANGED;
  }

  private static List<RouterVerdict> ours(
      Vertx vertx, StubService service, List<SampleRequest> requests) {
    try (LogCapture log = new LogCapture("belfry.access")) {
      service.start();
      List<RouterVerdict> answers = send(vertx, service.port(), service.key(), requests);
      service.stop();
      Map<String, String> operations = new HashMap<>();
      for (String lines : log.messages()) {
        lines
            .lines()
            .map(LibraryRouterAgreesIT::json)
            .forEach(
                line ->
                    operations.put(line.get("requestId").asText(), line.get("operation").asText()));
      }
      List<RouterVerdict> verdicts = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        RouterVerdict seen = answers.get(i);
        // Files are not logged.
        String operation = operations.getOrDefault(Integer.toString(i), "none");
        verdicts.add(
            operation.equals("none") ? seen : new RouterVerdict(seen.outcome(), operation));
      }
      return verdicts;
    }
  }

  private static List<RouterVerdict> send(
      Vertx vertx, int port, String key, List<SampleRequest> requests) {
    HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(8));
    List<Future<RouterVerdict>> answers = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      SampleRequest sample = requests.get(i);
      String id = Integer.toString(i);
      answers.add(
          client
              .request(HttpMethod.valueOf(sample.method()), port, "127.0.0.1", sample.target())
              .compose(request -> send(request.putHeader("x-request-id", id), key, sample)));
    }
    Future.join(answers).await();
    client.close().await();
    return answers.stream().map(Future::result).toList();
  }

  private static Future<RouterVerdict> send(
      HttpClientRequest request, String key, SampleRequest sample) {
    if (sample.key()) {
      request.putHeader("authorization", "Bearer " + key);
    }
    if (sample.contentType() != null) {
      request.putHeader("content-type", sample.contentType());
    }
    String body = sample.body();
    return request
        .send(body == null ? Buffer.buffer() : Buffer.buffer(body))
        .compose(response -> response.end().map(all -> verdict(response)));
  }

  private static RouterVerdict verdict(HttpClientResponse response) {
    RouterVerdict.Outcome outcome = RouterVerdict.Outcome.of(response.statusCode());
    String operation = response.getHeader(LibraryRouter.OPERATION);
    String allowed = response.getHeader(HttpHeaders.ALLOW);
    if (outcome == NO_METHOD && allowed != null) {
      // The library knows no HEAD for what GET answers.
      operation =
          Arrays.stream(allowed.split(", ?", -1))
              .filter(method -> !method.equals(Contract.HEAD))
              .sorted()
              .collect(Collectors.joining(" "));
    }
    return new RouterVerdict(outcome, operation == null ? "" : operation);
  }

  private static OperationRegistry operations() {
    OperationRegistry registry = new OperationRegistry();
    for (OperationContract operation : CONTRACT.operations()) {
      if (!operation.id().equals("readContract")) {
        registry.add(operation.id(), request -> Future.succeededFuture(ApiResponse.ok("{}")));
      }
    }
    return registry;
  }

  /** Without limits of operations. */
  private static Config config() {
    String unlimited =
        CONTRACT.operations().stream()
            .filter(operation -> operation.limit().isPresent())
            .map(operation -> operation.id() + "=1000000/60")
            .collect(Collectors.joining(","));
    return ConfigLoader.load(
        Map.of(
            "BELFRY_HTTP_HOST", "127.0.0.1",
            "BELFRY_HTTP_PORT", "0",
            "BELFRY_HTTP_EVENT_LOOPS", "1",
            "BELFRY_KEY_SECRET", SECRET,
            "BELFRY_LOG_FORMAT", "json",
            "BELFRY_RATE_LIMIT_ROUTES", unlimited),
        Path.of("target"));
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }
}
