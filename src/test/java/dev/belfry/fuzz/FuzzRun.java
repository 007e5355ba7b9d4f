package dev.belfry.fuzz;

import dev.belfry.app.TestApp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Sends the requests of a range of numbers over many connections, in rounds. Blocks. */
final class FuzzRun implements AutoCloseable {
  private static final int WORKERS = 16;

  /** Enough to see that the service does not answer any more. */
  private static final int MOST_UNANSWERED = 200;

  /** Of the numbers that may change something, every so-manieth is a race. */
  private static final int RACES = 8;

  private final FuzzContract contract = new FuzzContract();
  private final FuzzReport report;
  private final FuzzClient client;
  private final AnswerChecks checks;
  private final RequestGenerator generator;
  private final StateDigest state;
  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);

  /** Whether the tables could not be compared once. */
  private boolean restless;

  /**
   * @param prober the service whose instance tests URLs; what runs there writes to another database
   */
  FuzzRun(TestApp app, TestApp prober, long seed) {
    FuzzAccount one = FuzzSetup.create(app, "A");
    FuzzAccount other = FuzzSetup.create(app, "B");
    report = new FuzzReport(seed);
    client =
        new FuzzClient(
            app.port(),
            prober.port(),
            Map.of(
                one.id(), FuzzAccount.create(prober, "A").keys(),
                other.id(), FuzzAccount.create(prober, "B").keys()));
    checks = new AnswerChecks(one, other);
    generator = new RequestGenerator(contract, seed, one, other);
    state = new StateDigest(app.database());
  }

  FuzzReport report() {
    return report;
  }

  /** Ids of all operations. */
  List<String> operations() {
    return contract.operations().stream().map(FuzzContract.Operation::id).toList();
  }

  /**
   * Sends so many requests, beginning with the number {@code first}; fewer when very many have had
   * no answer.
   */
  void send(long first, long count) {
    long next = first;
    while (next < first + count && report.unanswered() < MOST_UNANSWERED) {
      long end =
          Math.min(first + count, next - next % RequestGenerator.ROUND + RequestGenerator.ROUND);
      long refused = next;
      while (refused < end && RequestGenerator.changes(refused)) {
        refused++;
      }
      together(next, refused);
      sweep(next);
      if (refused < end) {
        refused(refused, end);
      }
      next = end;
    }
  }

  private void refused(long from, long to) {
    String numbers = "  numbers %d to %d%n".formatted(from, to - 1);
    Optional<Map<String, String>> before = digest(state::settled, numbers);
    together(from, to);
    Optional<Map<String, String>> after = before.flatMap(read -> digest(state::now, numbers));
    if (after.isPresent()) {
      Set<String> changed = StateDigest.changed(before.get(), after.get());
      if (!changed.isEmpty()) {
        report.find("refused requests changed " + changed, "any", numbers);
      }
    }
  }

  /** The state; empty when it cannot be told, which takes long enough once. */
  private Optional<Map<String, String>> digest(
      Supplier<Map<String, String>> reading, String numbers) {
    if (restless) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.get());
    } catch (AssertionError failure) {
      restless = true;
      report.find(failure.toString(), "any", numbers);
      return Optional.empty();
    }
  }

  /** Deletes what is too much: lists stay short, and no request matches more than it may. */
  private void sweep(long number) {
    for (FuzzAccount account : generator.accounts()) {
      for (FuzzContract.Operation operation : contract.operations()) {
        OwnedKind kind = OwnedKind.of(operation.path()).orElse(null);
        if (kind != null
            && operation.method().equals("DELETE")
            && operation.path().equals(kind.template())) {
          for (List<String> id : account.things().takeSurplus(kind)) {
            OwnedThings only = account.things().withOnly(kind, id);
            RequestDraft draft =
                new RequestDraft(
                    contract, number, generator.random(number), account, operation, only, only);
            exchange(
                List.of(draft.request(FuzzRequest.Family.VALID, "surplus", Expectation.DECLARED)));
          }
        }
      }
    }
  }

  private void together(long from, long to) {
    AtomicLong next = new AtomicLong(from);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      running.add(
          workers.submit(
              () -> {
                for (long number = next.getAndIncrement();
                    number < to;
                    number = next.getAndIncrement()) {
                  attempt(number);
                }
              }));
    }
    for (Future<?> worker : running) {
      try {
        worker.get();
      } catch (ExecutionException e) {
        throw new AssertionError("a worker failed", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** An answer that the fuzzer cannot cope with must not end the run. */
  private void attempt(long number) {
    try {
      one(number);
    } catch (RuntimeException | AssertionError failure) {
      StackTraceElement[] trace = failure.getStackTrace();
      report.find(
          "the fuzzer failed: " + failure,
          "any",
          "  number %d%n  %s%n".formatted(number, trace.length == 0 ? "" : trace[0]));
    }
  }

  private void one(long number) {
    if (RequestGenerator.changes(number) && number % RACES == 0) {
      new Race(new RaceStage(contract, generator, number, this::exchange, report)).run();
    } else {
      FuzzRequest request = generator.request(number);
      request.learn(exchange(List.of(request)).get(0));
    }
  }

  /** Sends requests at once and judges the answers. */
  private List<FuzzAnswer> exchange(List<FuzzRequest> requests) {
    List<FuzzAnswer> answers = new ArrayList<>(client.sendAll(requests));
    for (int i = 0; i < requests.size(); i++) {
      FuzzRequest request = requests.get(i);
      FuzzAnswer answer = answers.get(i);
      report.count(request, answer);
      for (String problem : checks.problems(request, answer)) {
        report.find(request, problem, answer.shown());
      }
    }
    return answers;
  }

  @Override
  public void close() {
    workers.shutdownNow();
    client.close();
  }
}
