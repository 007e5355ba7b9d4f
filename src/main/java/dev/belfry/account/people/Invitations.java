package dev.belfry.account.people;

import dev.belfry.account.people.FactorState.Verdict;
import dev.belfry.account.people.InvitationStore.Draft;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.auth.Role;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Invites persons to accounts, and lets them accept. */
public final class Invitations {
  /** How long the link of an invitation works. */
  static final Duration LIFE = Duration.ofDays(7);

  static final String PREFIX = "inv_";

  /** What counts is in the fragment, which no browser sends and no log has. */
  static final String PATH = "/console/join#";

  private final InvitationStore store;
  private final PersonSessions sessions;
  private final Passwords passwords;
  private final SecondFactors factors;
  private final FailedSignIns failures;
  private final String origin;
  private final Ids ids;
  private final SecureRandom random;
  private final InstantSource clock;

  /**
   * @param failures counts passwords and codes that are wrong
   * @param mails take the links to their addresses
   * @param origin address of the service, without a slash at the end
   * @param random makes links
   */
  public Invitations(
      Database database,
      PersonSessions sessions,
      Passwords passwords,
      SecondFactors factors,
      FailedSignIns failures,
      InvitationMails mails,
      String origin,
      Ids ids,
      SecureRandom random,
      InstantSource clock) {
    this.store = new InvitationStore(database, mails);
    this.sessions = sessions;
    this.passwords = passwords;
    this.factors = factors;
    this.failures = failures;
    this.origin = origin;
    this.ids = ids;
    this.random = random;
    this.clock = clock;
  }

  /** A new invitation with its link, and whether an e-mail takes it to the address. */
  record Made(MembershipRow row, String link, MailState mail) {}

  /**
   * Invites the person of an address, also by e-mail where there is a mail server. Fails with a 400
   * for a bad address, with a 403 when another than an owner invites an owner to an account that
   * has one, and with a 409 for a member, or when the account has as many members or invitations as
   * it may.
   */
  Future<Made> invite(Caller caller, String typed, Role role) {
    String email =
        EmailAddress.of(typed).orElseThrow(() -> invalid("/email", "must be one e-mail address"));
    OpaqueKey link =
        OpaqueKey.make(PREFIX, ids.next(), random, clock.instant().atOffset(ZoneOffset.UTC));
    OffsetDateTime end = link.createdAt().plus(LIFE);
    String address = origin + PATH + link.raw().value();
    return store
        .invite(new Draft(caller, email, role, link), end, address)
        .map(
            stored ->
                new Made(
                    new MembershipRow(
                        link.id(),
                        caller.accountId(),
                        null,
                        email,
                        role,
                        link.createdAt(),
                        link.createdAt(),
                        end,
                        stored.inviter(),
                        false,
                        false,
                        null,
                        null),
                    address,
                    stored.mail()));
  }

  /** JSON text of what a link is for. Fails with a 404 when it was used or is over. */
  Future<String> preview(String token) {
    return found(token)
        .map(
            one ->
                JsonText.object()
                    .string("email", one.email())
                    .string("accountName", one.accountName())
                    .string("role", one.role() == null ? null : one.role().wire())
                    .flag("known", one.person() != null)
                    .end());
  }

  /**
   * What a person gives who accepts.
   *
   * @param name null when absent; needed of a person who is new
   * @param code of the second factor, null when absent
   */
  public record Acceptance(
      String token, @Nullable String name, String password, @Nullable String code) {}

  /**
   * Accepts an invitation and begins a session. Fails with a 404 when the link was used or is over,
   * a 400 for a bad name or password, a 401 for a wrong one, or when the code of the second factor
   * is wrong or missing, a 409 when the person has a password by now, and a 429 when passwords or
   * codes are tried too often.
   */
  public Future<PersonSession> accept(Acceptance given, BrowserInfo browser) {
    return found(given.token())
        .compose(
            invitation -> {
              UUID person = invitation.person() == null ? ids.next() : invitation.person();
              return password(invitation, given, browser)
                  .compose(
                      hash ->
                          store.use(
                              invitation,
                              given.token(),
                              person,
                              given.name() == null ? "" : given.name().strip(),
                              hash.orElse(null)))
                  .compose(
                      used ->
                          used
                              ? session(invitation, person, browser)
                              : Future.failedFuture(ApiException.notFound()));
            });
  }

  /** After a new password the person works where it was last. */
  private Future<PersonSession> session(
      InvitationRow invitation, UUID person, BrowserInfo browser) {
    return invitation.account() == null
        ? sessions.begin(person, SignInMeans.of(SignInWay.PASSWORD_LINK, browser))
        : sessions.begin(
            person, invitation.account(), SignInMeans.of(SignInWay.INVITATION, browser));
  }

  /** The hash of a new password, empty when the one in use was given. */
  private Future<Optional<String>> password(
      InvitationRow invitation, Acceptance given, BrowserInfo browser) {
    UUID known = invitation.person();
    if (known != null && invitation.account() != null) {
      return inUse(invitation, known, given, browser);
    }
    if (known == null) {
      PersonName.problem(given.name() == null ? "" : given.name().strip())
          .ifPresent(
              problem -> {
                throw invalid("/name", problem);
              });
    }
    PasswordPolicy.problem(given.password(), invitation.email())
        .ifPresent(
            problem -> {
              throw invalid("/password", problem);
            });
    // The link of a new password stands for the old one, and not for the second factor.
    return (known == null
            ? Future.succeededFuture(Verdict.NONE)
            : factors
                .admit(known, given.code())
                .onFailure(
                    refused -> failures.count(known, SignInWay.PASSWORD_LINK, browser, refused)))
        .compose(admitted -> passwords.hash(given.password()))
        .map(Optional::of);
  }

  private Future<Optional<String>> inUse(
      InvitationRow invitation, UUID person, Acceptance given, BrowserInfo browser) {
    return passwords
        .check(invitation.email(), browser.network(), given.password(), invitation.passwordHash())
        .compose(
            right ->
                right
                    ? factors.admit(person, given.code())
                    : Future.failedFuture(new ApiException(ApiError.UNAUTHORIZED)))
        .onFailure(refused -> failures.count(person, SignInWay.INVITATION, browser, refused))
        .map(
            admitted -> {
              passwords.succeeded(invitation.email(), browser.network());
              return Optional.empty();
            });
  }

  private Future<InvitationRow> found(String token) {
    return store.find(token).map(found -> found.orElseThrow(ApiException::notFound));
  }

  private static ApiException invalid(String path, String message) {
    return ApiException.invalid(List.of(new Violation(path, message)));
  }
}
