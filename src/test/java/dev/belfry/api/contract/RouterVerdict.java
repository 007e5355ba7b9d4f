package dev.belfry.api.contract;

/**
 * How a router judged a request.
 *
 * @param operation the operation that answered or refused, empty when none did; for {@code
 *     NO_METHOD} the methods that the router offers instead
 */
record RouterVerdict(Outcome outcome, String operation) {
  /** What became of a request. */
  enum Outcome {
    VALID,
    INVALID,
    NO_KEY,
    NO_PATH,
    NO_METHOD,
    FAILED;

    static Outcome of(int status) {
      return switch (status) {
        case 200 -> VALID;
        case 400, 413, 415 -> INVALID;
        case 401 -> NO_KEY;
        case 404 -> NO_PATH;
        case 405 -> NO_METHOD;
        default -> FAILED;
      };
    }
  }
}
