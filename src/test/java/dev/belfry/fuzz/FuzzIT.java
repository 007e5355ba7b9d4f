package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.api.contract.Contract;
import dev.belfry.app.TestApp;
import dev.belfry.testing.RealClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Sends generated requests to every operation of the contract: right ones, ones that break one
 * rule, ones at the edge, with other encodings, conditions and keys, with ids of another account,
 * and several at once on one thing. It ends after some rounds, as soon as each operation has
 * succeeded; {@code fuzz.requests} sets how many it sends instead, {@code fuzz.seed} which, and
 * {@code fuzz.first} the number of the first one.
 */
@RealClock("A 503 is a finding, and the database has 0.9 s to answer.")
class FuzzIT {
  /** So many in every build, and more for operations without a success. */
  private static final long LEAST = 8_000;

  private static final long MOST = 24_000;
  private static final @Nullable Long REQUESTS = Long.getLong("fuzz.requests");
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_123);
  private static final long FIRST = Long.getLong("fuzz.first", 0);

  /** So often the findings are written, for a run that is ended early. */
  private static final long STEP = 1_000;

  /**
   * An event needs a ping, which is no operation. The answer of a trigger URL needs runs that end,
   * and nothing runs checks here, so that it comes too late (408). Two end sessions, also the one
   * that later requests use. Those on second factors need a password, or a code of an app. Those on
   * phones need a code that went to one.
   */
  private static final Set<String> NEVER =
      Set.of(
          "readHeartbeatEvent",
          "switchSession",
          "changePassword",
          "beginSecondFactor",
          "confirmSecondFactor",
          "removeSecondFactor",
          "createRecoveryCodes",
          "updateOwnPhone",
          "removeOwnPhone",
          "requestPhoneCode",
          "confirmOwnPhone",
          "runCheckByTrigger",
          "runCheckByTriggerPost",
          "runGroupByTrigger",
          "runGroupByTriggerPost");

  /** Below, an operation may have had no luck. */
  private static final long ENOUGH = 10_000;

  @Test
  void everyAnswerIsAsTheContractSays(TestReporter reporter) throws IOException {
    try (ErrorLog log = new ErrorLog();
        SmtpSink mail = SmtpSink.plain(0);
        TestApp app = TestApp.start(environment(mail, "none"));
        TestApp prober = TestApp.start(environment(mail, "eu-central-1"));
        FuzzRun run = new FuzzRun(app, prober, SEED)) {
      long start = System.nanoTime();
      FuzzReport report = run.report();
      long most = REQUESTS == null ? MOST : REQUESTS;
      for (long sent = 0; sent < most && !isEnough(run, sent); sent += STEP) {
        run.send(FIRST + sent, Math.min(STEP, most - sent));
        write(report.findings() + String.join("\n", log.entries()));
      }
      reporter.publishEntry("fuzz", report.summary(System.nanoTime() - start));
      assertThat(report.findings()).as("findings, seed %d", SEED).isEmpty();
      assertThat(log.entries()).as("errors in the log, seed %d", SEED).isEmpty();
      if (most >= ENOUGH) {
        assertThat(failed(run)).as("operations without a success, seed %d", SEED).isEmpty();
      }
    }
  }

  private static boolean isEnough(FuzzRun run, long sent) {
    return REQUESTS == null && sent >= LEAST && failed(run).isEmpty();
  }

  /** Operations that have not succeeded yet, though they can. */
  private static List<String> failed(FuzzRun run) {
    List<String> failed = new ArrayList<>(run.report().withoutSuccess(run.operations()));
    failed.removeAll(NEVER);
    return failed;
  }

  private static Map<String, String> environment(SmtpSink mail, String locations) {
    mail.keeps = false;
    return Map.of(
        "BELFRY_RATE_LIMIT_ROUTES",
        unlimited(),
        "BELFRY_QUOTAS",
        "all=0",
        "BELFRY_SMTP_URL",
        "smtp://127.0.0.1:" + mail.port(),
        // A provider that is away: browsers go back to the sign-in page.
        "BELFRY_OIDC_ISSUER",
        "http://127.0.0.1:9",
        "BELFRY_OIDC_CLIENT_ID",
        "belfry",
        "BELFRY_PUBLIC_URL",
        "http://belfry.example.org",
        "BELFRY_LOCATIONS",
        locations);
  }

  /**
   * Long lists are easier to read in a file than in the report of a test; bad texts have a mark.
   */
  private static void write(String findings) {
    try {
      Files.write(Path.of("target", "fuzz-findings.txt"), findings.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Limits of operations have tests of their own. */
  private static String unlimited() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.limit().isPresent())
        .map(operation -> operation.id() + "=1000000/60")
        .collect(Collectors.joining(","));
  }
}
