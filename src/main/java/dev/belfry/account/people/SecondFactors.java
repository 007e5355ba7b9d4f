package dev.belfry.account.people;

import dev.belfry.account.people.FactorState.Verdict;
import dev.belfry.account.people.SecondFactorStore.Use;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.RestrictedMembers;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Second factors of persons: turned on and off by who knows the password, and asked for with every
 * password.
 */
public final class SecondFactors {
  /** A secret waits so long for its first code. */
  private static final Duration WAITS = Duration.ofMinutes(15);

  private static final String OFF = "You have no second factor";

  private final SecondFactorStore store;
  private final PersonStore persons;
  private final Passwords passwords;
  private final RestrictedMembers restricted;
  private final SecureRandom random;
  private final InstantSource clock;

  /**
   * @param restricted forgets persons who have set up a factor
   * @param sealer seals the secrets
   * @param random makes secrets and recovery codes
   */
  public SecondFactors(
      Database database,
      Passwords passwords,
      RestrictedMembers restricted,
      Sealer sealer,
      SecureRandom random,
      InstantSource clock) {
    this.store = new SecondFactorStore(database, sealer);
    this.persons = new PersonStore(database);
    this.passwords = passwords;
    this.restricted = restricted;
    this.random = random;
    this.clock = clock;
  }

  /**
   * What a person gives to change the factor.
   *
   * @param code of the app, or a recovery code
   */
  record Proof(String password, String code) {}

  /**
   * Lets a person go on whose password is right: at once without a factor, else with a code, which
   * is used up. Says which of both it was. Fails with a 401 that says so when a code is needed or
   * wrong, and with a 429 when there were too many wrong ones.
   */
  Future<Verdict> admit(UUID person, @Nullable String code) {
    return use(person, code)
        .map(
            verdict -> {
              if (verdict == Verdict.REQUIRED || verdict == Verdict.WRONG) {
                throw ApiException.unauthorized(
                    verdict == Verdict.REQUIRED
                        ? "Enter the code of your second factor"
                        : "The code is wrong or was used",
                    Map.of("secondFactor", verdict.name()));
              }
              return verdict;
            });
  }

  private Future<Verdict> use(UUID person, @Nullable String code) {
    String plain = code == null ? null : RecoveryCode.plain(code);
    return store.use(person, plain, clock.instant()).map(SecondFactors::judged);
  }

  private static Verdict judged(Use use) {
    if (use.verdict() == Verdict.WAIT) {
      throw ApiException.tooMany(
          "Too many wrong codes; try again in %d s, or with a recovery code"
              .formatted(use.seconds()),
          use.seconds());
    }
    return use.verdict();
  }

  /** How many recovery codes of a person are left, empty without a factor in force. */
  Future<Optional<Long>> left(UUID person) {
    return store.left(person);
  }

  /**
   * Makes a secret that waits for its first code. Fails with a 400 for a wrong password, a 403 for
   * a key, a 409 when a factor is in force, and a 429 when passwords are tried too often.
   */
  Future<SecondFactorCard> begin(Caller caller, String password, BrowserInfo browser) {
    TotpSecret secret = TotpSecret.make(random);
    return proven(caller, password, browser)
        .compose(
            person ->
                store
                    .begin(person.id(), secret, clock.instant())
                    .map(
                        begun -> {
                          require(begun, "You have a second factor; turn it off first");
                          return SecondFactorCard.of(secret, person.email());
                        }));
  }

  /**
   * Puts the new secret in force; the recovery codes. Fails with a 400 for a wrong code, a 403 for
   * a key, and a 409 when no secret waits.
   */
  Future<List<RecoveryCode>> confirm(Caller caller, String code) {
    List<RecoveryCode> codes = RecoveryCode.make(random);
    UUID person = caller.requirePerson().id();
    return store
        .confirm(
            person, RecoveryCode.plain(code), codes, clock.instant(), clock.instant().minus(WAITS))
        .map(
            verdict -> {
              require(verdict != Verdict.NONE, "No second factor waits for a code; begin again");
              requireRight(verdict);
              restricted.release(person);
              return codes;
            });
  }

  /**
   * Removes the factor. Fails with a 400 for a wrong password or code, a 403 for a key, a 409
   * without a factor, and a 429 when either is tried too often.
   */
  Future<Void> remove(Caller caller, Proof proof, BrowserInfo browser) {
    return proven(caller, proof, browser)
        .compose(person -> store.remove(person.id()))
        .map(
            removed -> {
              require(removed, OFF);
              return null;
            });
  }

  /** Makes new recovery codes in place of the old ones. Fails as {@link #remove}. */
  Future<List<RecoveryCode>> newCodes(Caller caller, Proof proof, BrowserInfo browser) {
    List<RecoveryCode> codes = RecoveryCode.make(random);
    return proven(caller, proof, browser)
        .compose(person -> store.replaceCodes(person.id(), codes))
        .map(
            replaced -> {
              require(replaced, OFF);
              return codes;
            });
  }

  private Future<PersonRow> proven(Caller caller, Proof proof, BrowserInfo browser) {
    return proven(caller, proof.password(), browser)
        .compose(
            person ->
                use(person.id(), proof.code())
                    .map(
                        verdict -> {
                          require(verdict != Verdict.NONE, OFF);
                          requireRight(verdict);
                          passwords.succeeded(person.email(), browser.network());
                          return person;
                        }));
  }

  private Future<PersonRow> proven(Caller caller, String password, BrowserInfo browser) {
    return persons
        .find(caller.requirePerson().id(), null)
        .map(found -> found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)))
        .compose(
            person ->
                passwords
                    .check(person.email(), browser.network(), password, person.passwordHash())
                    .map(
                        right -> {
                          if (!right) {
                            throw invalid("/password", "is not the password in use");
                          }
                          return person;
                        }));
  }

  private static void requireRight(Verdict verdict) {
    if (verdict != Verdict.RIGHT) {
      throw invalid("/code", "is wrong or was used");
    }
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new ApiException(ApiError.CONFLICT, message);
    }
  }

  private static ApiException invalid(String path, String message) {
    return ApiException.invalid(List.of(new Violation(path, message)));
  }
}
