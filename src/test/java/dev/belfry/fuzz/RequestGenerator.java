package dev.belfry.fuzz;

import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the request of a number. The same seed and number make the same, but for ids. */
final class RequestGenerator {
  /** Requests of a round; those that may change something come first. */
  static final int ROUND = 1_000;

  private static final int CHANGING = 380;

  private final FuzzContract contract;
  private final long seed;
  private final FuzzAccount one;
  private final FuzzAccount other;
  private final WrongParameters parameters;
  private final WrongForms forms;

  RequestGenerator(FuzzContract contract, long seed, FuzzAccount one, FuzzAccount other) {
    this.contract = contract;
    this.seed = seed;
    this.one = one;
    this.other = other;
    this.parameters = new WrongParameters(contract);
    this.forms = new WrongForms(contract);
  }

  /** Whether the request of a number may change something. */
  static boolean changes(long number) {
    return number % ROUND < CHANGING;
  }

  /** The random numbers of a request. */
  Random random(long number) {
    Random random = new Random(seed * 1_000_003 + number);
    random.nextLong();
    return random;
  }

  /** Both accounts. */
  List<FuzzAccount> accounts() {
    return List.of(one, other);
  }

  /** The account that sends the request of a number. */
  FuzzAccount account(Random random) {
    return random.nextInt(3) > 0 ? one : other;
  }

  FuzzRequest request(long number) {
    Random random = random(number);
    FuzzAccount account = account(random);
    while (true) {
      FuzzRequest request =
          changes(number) ? changing(number, random, account) : refused(number, random, account);
      if (request != null) {
        return request;
      }
    }
  }

  private @Nullable FuzzRequest changing(long number, Random random, FuzzAccount account) {
    int kind = random.nextInt(100);
    if (kind < 60) {
      return valid(number, random, account);
    }
    if (kind < 90) {
      RequestDraft draft = draft(number, random, account, Operation::takesJson);
      List<Boundaries.Edge> edges = Boundaries.of(contract, draft.operation.body(), draft.json());
      Boundaries.Edge edge = edges.get(random.nextInt(edges.size()));
      draft.body = edge.body();
      return draft.request(Family.BOUNDARY, edge.edge(), Expectation.unnamed(edge.pointer()));
    }
    if (kind < 95) {
      return forms.right(draft(number, random, account, Operation::takesJson), random);
    }
    RequestDraft draft =
        draft(number, random, account, operation -> operation.takes("If-None-Match"));
    draft.headers.put("if-none-match", random.nextBoolean() ? "*" : "\"an old one\"");
    return draft.request(Family.CONDITION, "If-None-Match", Expectation.DECLARED);
  }

  private FuzzRequest valid(long number, Random random, FuzzAccount account) {
    Operation drawn = any(random, operation -> true);
    Optional<OwnedKind> kind = created(drawn);
    if (kind.isPresent() && account.things().isFull(kind.get())) {
      drawn =
          any(
              random,
              operation ->
                  operation.method().equals("DELETE")
                      && OwnedKind.of(operation.path()).equals(kind));
    }
    RequestDraft draft = draft(number, random, account, drawn);
    draft.addQuery();
    if (draft.operation.takes("Idempotency-Key") && random.nextInt(4) == 0) {
      draft.headers.put("idempotency-key", "\"k" + number + "\"");
    }
    return draft.request(Family.VALID, "valid", Expectation.DECLARED);
  }

  /** What a create operation makes, if single ones can be deleted. */
  private Optional<OwnedKind> created(Operation operation) {
    if (!operation.method().equals("POST")) {
      return Optional.empty();
    }
    return contract.operations().stream()
        .filter(delete -> delete.method().equals("DELETE"))
        .filter(delete -> delete.path().replaceFirst("/\\{[^}]+}$", "").equals(operation.path()))
        .findFirst()
        .flatMap(delete -> OwnedKind.of(delete.path()));
  }

  private @Nullable FuzzRequest refused(long number, Random random, FuzzAccount account) {
    int kind = random.nextInt(100);
    if (kind < 52) {
      return broken(draft(number, random, account, Operation::takesJson), random);
    }
    if (kind < 70) {
      return parameters.wrong(
          draft(number, random, account, operation -> !operation.parameters().isEmpty()), random);
    }
    if (kind < 76) {
      return forms.wrong(draft(number, random, account, Operation::takesJson), random);
    }
    if (kind < 81) {
      return forms.elsewhere(draft(number, random, account, operation -> true), random);
    }
    if (kind < 86) {
      return stale(
          draft(number, random, account, operation -> operation.takes("If-Match")), random);
    }
    return kind < 93 ? deadKey(number, random, account) : foreign(number, random, account);
  }

  private @Nullable FuzzRequest broken(RequestDraft draft, Random random) {
    List<BrokenRules.Broken> ways = BrokenRules.of(contract, draft.operation.body(), draft.json());
    if (ways.isEmpty()) {
      return null;
    }
    BrokenRules.Broken way = ways.get(random.nextInt(ways.size()));
    draft.body = way.body();
    return draft.request(Family.BROKEN, way.rule(), Expectation.named(way.pointer()));
  }

  private static FuzzRequest stale(RequestDraft draft, Random random) {
    List<String> tags = List.of("\"stale\"", "W/\"weak\"", "\"a\", \"b\"", "no-quotes");
    String tag = tags.get(random.nextInt(tags.size()));
    draft.headers.put("if-match", tag);
    return draft.request(Family.CONDITION, "If-Match " + tag, Expectation.status(400, 404, 412));
  }

  private FuzzRequest deadKey(long number, Random random, FuzzAccount account) {
    List<FuzzKey> keys =
        List.copyOf(EnumSet.complementOf(EnumSet.of(FuzzKey.WRITE, FuzzKey.PERSON, FuzzKey.OWNER)));
    FuzzKey key = keys.get(random.nextInt(keys.size()));
    RequestDraft draft =
        draft(
            number,
            random,
            account,
            operation -> !operation.open() && (key.isDead() || operation.writes()));
    draft.key = key;
    return draft.request(
        Family.DEAD_KEY, "key " + key, Expectation.status(key.isDead() ? 401 : 403));
  }

  /** The ids of one account with the key of another: in the path, the body or a header. */
  private @Nullable FuzzRequest foreign(long number, Random random, FuzzAccount account) {
    FuzzAccount owner = account.id().equals(one.id()) ? other : one;
    if (random.nextInt(8) == 0) {
      RequestDraft draft =
          draft(
              number,
              random,
              account,
              operation -> operation.takes("X-Service-Account") && !operation.open());
      draft.headers.put("x-service-account", owner.id().toString());
      return draft.request(Family.TENANT, "account header", Expectation.status(403));
    }
    if (random.nextInt(3) == 0) {
      Operation operation = any(random, one -> one.takesJson() && !one.open());
      RequestDraft draft =
          new RequestDraft(
              contract, number, random, account, operation, account.things(), owner.things());
      boolean names = owner.things().guids().stream().anyMatch(draft.json().toString()::contains);
      return names && operation.writes() && !KnownDeviations.dropsForeignIds(operation)
          // 429: the runs that earlier requests triggered are open, for nothing makes them here.
          ? draft.request(Family.TENANT, "ids in the body", Expectation.status(400, 404, 429))
          : null;
    }
    Operation operation =
        any(
            random,
            one ->
                !one.open()
                    && OwnedKind.of(one.path()).filter(kind -> !kind.isPublic()).isPresent());
    if (operation.method().equals("DELETE") && operation.id().equals("destroyProject")) {
      return null;
    }
    OwnedThings named = owner.things();
    RequestDraft draft =
        new RequestDraft(contract, number, random, account, operation, named, account.things());
    boolean shared =
        OwnedKind.of(operation.path()).stream().anyMatch(KnownDeviations::namedByClients);
    return shared
        ? null
        : draft.request(Family.TENANT, "ids in the path", Expectation.status(400, 403, 404));
  }

  /** A right request of any operation of a kind. */
  RequestDraft draft(long number, Random random, FuzzAccount account, Predicate<Operation> which) {
    return draft(number, random, account, any(random, which));
  }

  /** A right request of an operation. */
  RequestDraft draft(long number, Random random, FuzzAccount account, Operation operation) {
    OwnedThings things = account.things();
    RequestDraft draft =
        new RequestDraft(contract, number, random, account, operation, things, things);
    // Plans show as many rules as deploys, which keep the database busy.
    if (operation.takes("dryRun") && random.nextInt(4) > 0) {
      draft.query.add("dryRun=true");
    }
    return draft;
  }

  private Operation any(Random random, Predicate<Operation> which) {
    List<Operation> fitting = new ArrayList<>();
    for (Operation operation : contract.operations()) {
      if (which.test(operation)) {
        boolean slow = operation.takes("maxWaitSeconds") || operation.id().startsWith("follow");
        for (int i = 0; i < (slow ? 1 : 4); i++) {
          fitting.add(operation);
        }
      }
    }
    return fitting.get(random.nextInt(fitting.size()));
  }
}
