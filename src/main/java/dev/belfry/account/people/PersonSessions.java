package dev.belfry.account.people;

import dev.belfry.account.people.FactorState.Verdict;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.SignedInPerson;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Signs persons in and out, and changes their passwords. */
public final class PersonSessions {
  /** A session works so long, and no longer. */
  private static final Duration LIFE = Duration.ofDays(7);

  private final PersonStore store;
  private final Passwords passwords;
  private final SecondFactors factors;
  private final FailedSignIns failures;
  private final KeyTokens tokens;
  private final Ids ids;
  private final InstantSource clock;

  /**
   * @param failures counts sign-ins that fail
   * @param tokens signs the tokens of sessions
   */
  public PersonSessions(
      Database database,
      Passwords passwords,
      SecondFactors factors,
      FailedSignIns failures,
      KeyTokens tokens,
      Ids ids,
      InstantSource clock) {
    this.store = new PersonStore(database);
    this.passwords = passwords;
    this.factors = factors;
    this.failures = failures;
    this.tokens = tokens;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * What a person gives to sign in.
   *
   * @param code of the second factor, null when absent
   * @param account null for the one used last
   */
  public record Credentials(
      String email, String password, @Nullable String code, @Nullable UUID account) {}

  /**
   * Begins a session with an e-mail address and password. Fails with a 401 for a wrong one, or when
   * the code of the second factor is wrong or missing, a 403 for a person without the account, and
   * a 429 when passwords or codes are tried too often.
   */
  public Future<PersonSession> signIn(Credentials given, BrowserInfo browser) {
    String address = EmailAddress.of(given.email()).orElse("");
    return store
        .find(address, given.account())
        .compose(
            found -> {
              PersonRow person = found.orElse(null);
              String hash = person == null ? null : person.passwordHash();
              return passwords
                  .check(address, browser.network(), given.password(), hash)
                  .onFailure(refused -> failed(person, SignInWay.PASSWORD, browser, refused))
                  .compose(right -> admit(person, right, given.code(), browser))
                  .compose(
                      admitted -> {
                        passwords.succeeded(address, browser.network());
                        failures.succeeded(admitted.person().id(), browser.network());
                        return begin(
                            admitted.person().id(),
                            admitted.person().account(),
                            SignInMeans.of(admitted.way(), browser));
                      });
            });
  }

  /** A person who may sign in. */
  private record Admitted(PersonRow person, SignInWay way) {}

  /**
   * Asks a person whose password is right for the second factor. Counts what is wrong.
   *
   * @param tried whose password was tried, null for no person
   * @param right whether it was the password
   */
  private Future<Admitted> admit(
      @Nullable PersonRow tried, boolean right, @Nullable String code, BrowserInfo browser) {
    if (tried == null || !right) {
      ApiException wrong = new ApiException(ApiError.UNAUTHORIZED);
      failed(tried, SignInWay.PASSWORD, browser, wrong);
      return Future.failedFuture(wrong);
    }
    SignInWay way = code == null ? SignInWay.PASSWORD : SignInWay.ofCode(code);
    return factors
        .admit(tried.id(), code)
        .onFailure(refused -> failed(tried, way, browser, refused))
        .map(verdict -> new Admitted(tried, verdict == Verdict.NONE ? SignInWay.PASSWORD : way));
  }

  private void failed(
      @Nullable PersonRow person, SignInWay way, BrowserInfo browser, Throwable refused) {
    if (person != null) {
      failures.count(person.id(), way, browser, refused);
    }
  }

  /** Begins a session in the account used last. Fails with a 403 when the person has no account. */
  Future<PersonSession> begin(UUID person, SignInMeans means) {
    return store
        .find(person, null)
        .compose(found -> begin(person, found.map(PersonRow::account).orElse(null), means));
  }

  /** Begins a session of a member. Fails with a 403 when the person is none of that account. */
  Future<PersonSession> begin(UUID person, @Nullable UUID account, SignInMeans means) {
    if (account == null) {
      return Future.failedFuture(noAccount());
    }
    Instant now = clock.instant();
    Instant end = now.truncatedTo(ChronoUnit.SECONDS).plus(LIFE);
    UUID id = ids.next();
    return store
        .begin(
            id, person, account, means, now.atOffset(ZoneOffset.UTC), end.atOffset(ZoneOffset.UTC))
        .map(
            role -> {
              SignedInPerson signedIn =
                  new SignedInPerson(
                      person, role.orElseThrow(PersonSessions::noAccount), means.byProvider());
              Caller caller = new Caller(id, account, signedIn.role().scope(), null, end, signedIn);
              return new PersonSession(caller, tokens.issue(caller, now), LIFE);
            });
  }

  private static ApiException noAccount() {
    return new ApiException(ApiError.FORBIDDEN, "You are not a member of such an account");
  }

  /**
   * Ends a session and begins one in another account. Fails with a 403 for a key, and with a 404
   * for an account that the person is no member of.
   */
  public Future<PersonSession> switchTo(Caller caller, UUID account, BrowserInfo browser) {
    SignedInPerson person = caller.requirePerson();
    return store
        .find(person.id(), account)
        .compose(
            found -> {
              if (found.map(PersonRow::account).isEmpty()) {
                return Future.failedFuture(ApiException.notFound());
              }
              return begin(
                  person.id(),
                  account,
                  new SignInMeans(SignInWay.SWITCH, person.byProvider(), browser));
            })
        .compose(begun -> store.end(person.id(), caller.keyId()).map(begun));
  }

  /** The sessions of the caller in force, newest first; none of a key. */
  Future<List<SessionRow>> list(Caller caller) {
    SignedInPerson person = caller.person();
    return person == null ? Future.succeededFuture(List.of()) : store.list(person.id());
  }

  /** Ends a session of the caller. Fails with a 404 for any other. */
  Future<Void> end(Caller caller, UUID session) {
    SignedInPerson person = caller.person();
    return (person == null ? Future.succeededFuture(false) : store.end(person.id(), session))
        .map(
            ended -> {
              if (!ended) {
                throw ApiException.notFound();
              }
              return null;
            });
  }

  /**
   * Changes the password of the caller. Fails with a 400 for a wrong one in use or a bad new one, a
   * 403 for a key, a 409 when another request has changed it, and a 429 as {@link #signIn}.
   */
  Future<Void> changePassword(Caller caller, PasswordChange change, BrowserInfo browser) {
    return store
        .find(caller.requirePerson().id(), null)
        .map(found -> found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)))
        .compose(
            person -> {
              PasswordPolicy.problem(change.password(), person.email())
                  .ifPresent(problem -> refuse("/password", problem));
              return passwords
                  .check(person.email(), browser.network(), change.current(), person.passwordHash())
                  .compose(
                      right -> {
                        if (!right) {
                          refuse("/current", "is not the password in use");
                        }
                        passwords.succeeded(person.email(), browser.network());
                        return passwords.hash(change.password());
                      })
                  .compose(hash -> store.setPassword(person, hash, caller.keyId()));
            })
        .map(
            changed -> {
              if (!changed) {
                throw new ApiException(ApiError.CONFLICT, "The password was changed meanwhile");
              }
              return null;
            });
  }

  /**
   * Both passwords of a change.
   *
   * @param current the one in use
   */
  record PasswordChange(String current, String password) {}

  /**
   * The person of a session with name and address. Fails with a 401 when there is none any more.
   */
  public Future<PersonProfile> profile(SignedInPerson person, UUID session) {
    return store
        .find(person.id(), null)
        .compose(
            found -> {
              PersonRow row = found.orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED));
              return store
                  .accounts(person.id())
                  .compose(
                      accounts ->
                          factors
                              .left(person.id())
                              .compose(
                                  left ->
                                      store
                                          .seen(session)
                                          .map(PersonProfile.of(row, left, accounts))));
            });
  }

  private static void refuse(String path, String message) {
    throw ApiException.invalid(List.of(new Violation(path, message)));
  }
}
