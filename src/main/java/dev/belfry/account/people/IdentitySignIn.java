package dev.belfry.account.people;

import dev.belfry.account.people.IdentityRefusedException.Reason;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;

/** Signs persons in whom a provider has proved. */
public final class IdentitySignIn {
  private final IdentityStore identities;
  private final PersonStore persons;
  private final PersonSessions sessions;
  private final Ids ids;

  public IdentitySignIn(Database database, PersonSessions sessions, Ids ids) {
    this.identities = new IdentityStore(database);
    this.persons = new PersonStore(database);
    this.sessions = sessions;
    this.ids = ids;
  }

  /**
   * Begins a session in the account used last. At the first time it makes the person or links the
   * one of the verified address; each time it accepts open invitations and follows the claims.
   * Fails with {@link IdentityRefusedException}.
   */
  public Future<PersonSession> signIn(ProvenIdentity identity, BrowserInfo browser) {
    return identities
        .admit(identity, ids.next())
        .compose(person -> persons.find(person, null))
        .compose(
            found -> {
              PersonRow person = found.orElse(null);
              return person == null || person.account() == null
                  ? Future.failedFuture(new IdentityRefusedException(Reason.STRANGER))
                  : sessions.begin(
                      person.id(),
                      person.account(),
                      new SignInMeans(SignInWay.OPENID_CONNECT, true, browser));
            });
  }
}
