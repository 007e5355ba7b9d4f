package dev.belfry.api.auth;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request, as the key names it: a program, or a person with a session.
 *
 * @param keyId id of the key or session
 * @param accountId the one account the key belongs to
 * @param ownRateLimit requests for each window instead of the service's limit, 0 for unlimited;
 *     null for the service's
 * @param expiry when the key stops working; null for never
 * @param person whose session it is; null for the key of a program
 */
public record Caller(
    UUID keyId,
    UUID accountId,
    Scope scope,
    @Nullable Integer ownRateLimit,
    @Nullable Instant expiry,
    @Nullable SignedInPerson person) {
  private static final UUID NOBODY = new UUID(0, 0);

  /** The sender of a request to an operation that needs no key; owns nothing. */
  public static final Caller ANYBODY = new Caller(NOBODY, NOBODY, Scope.READ, null, null);

  /** The key of a program. */
  public Caller(
      UUID keyId,
      UUID accountId,
      Scope scope,
      @Nullable Integer ownRateLimit,
      @Nullable Instant expiry) {
    this(keyId, accountId, scope, ownRateLimit, expiry, null);
  }

  /** The person of a session. Throws a 403 for a key. */
  public SignedInPerson requirePerson() {
    if (person == null) {
      throw new ApiException(ApiError.FORBIDDEN, "Only a person who is signed in can do this");
    }
    return person;
  }

  /** The actor that the audit log names for changes of this caller. */
  public String actor() {
    if (person != null) {
      return "user:" + person.id();
    }
    return keyId.equals(NOBODY) ? "public" : "key:" + keyId;
  }

  /**
   * Whether the caller may use an operation. A key that only reads changes nothing, and every key
   * reads everything: roles came after keys.
   *
   * @param least the role that a person needs
   * @param writes whether the operation changes something
   */
  public boolean may(Role least, boolean writes) {
    if (person != null) {
      return person.role().includes(least);
    }
    return !writes || (scope != Scope.READ && role().includes(least));
  }

  /** The role of the person, or the one that comes next to what the key may do. */
  public Role role() {
    if (person != null) {
      return person.role();
    }
    return switch (scope) {
      case READ -> Role.VIEWER;
      case WRITE -> Role.EDITOR;
      case ADMIN -> Role.ADMIN;
    };
  }

  /** Whether answers may have the credentials that the account gave for receivers of alerts. */
  public boolean seesCredentials() {
    return scope != Scope.READ;
  }

  /** The same caller with the scope to read; a person keeps the role. */
  public Caller reading() {
    return new Caller(keyId, accountId, Scope.READ, ownRateLimit, expiry, person);
  }

  /** The key's own limit, empty when the service's applies. */
  public Optional<Integer> rateLimit() {
    return Optional.ofNullable(ownRateLimit);
  }

  /** Whether the key may no longer be used at {@code now}. */
  public boolean expiredAt(Instant now) {
    return expiry != null && !now.isBefore(expiry);
  }
}
