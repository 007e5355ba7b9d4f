package dev.belfry.fuzz;

import dev.belfry.fuzz.FuzzContract.Operation;
import java.util.Set;

/** What the fuzzer would report although it is decided so, with the reason for each. */
final class KnownDeviations {
  /** These answer with what there is of the ids, which is nothing (documented for each). */
  private static final Set<String> DROPS_FOREIGN_IDS =
      Set.of("triggerTestSession", "deployProject", "deployProjectAtOnce");

  private KnownDeviations() {}

  /** Whether ids of another account are left out in place of an error. */
  static boolean dropsForeignIds(Operation operation) {
    return DROPS_FOREIGN_IDS.contains(operation.id());
  }

  /** Whether clients choose the name, so that two accounts may have the same. */
  static boolean namedByClients(OwnedKind kind) {
    return kind == OwnedKind.PROJECT || kind == OwnedKind.VARIABLE;
  }

  /** What a path must give that names nothing. */
  static Expectation ofUnknownPath(Operation operation) {
    // An unknown project gives an empty diff (documented at the operation).
    return operation.id().equals("destroyProject")
        ? Expectation.DECLARED
        : Expectation.status(400, 404);
  }
}
