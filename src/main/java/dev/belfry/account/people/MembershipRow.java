package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member, or an invitation that waits.
 *
 * @param id of the person or the invitation
 * @param name null in an invitation
 * @param expiresAt null in a member
 * @param inviter address of the person who invites; null in a member, or for a key
 * @param expired whether the link of an invitation no longer works
 * @param secondFactor whether the person has one in force; false in an invitation
 * @param mail what became of the e-mail of an invitation, null in a member
 * @param mailProblem why it failed for good, null unless it did
 */
record MembershipRow(
    UUID id,
    UUID account,
    @Nullable String name,
    String email,
    Role role,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt,
    @Nullable OffsetDateTime expiresAt,
    @Nullable String inviter,
    boolean expired,
    boolean secondFactor,
    @Nullable String mail,
    @Nullable String mailProblem) {

  /** What {@link #of} reads, in this order. */
  static final String COLUMNS =
      """
      e.id, e.account_id, e.name, e.email, e.role, e.created_at, e.updated_at, e.expires_at,
      e.inviter, e.status = 'EXPIRED', e.second_factor, e.mail, e.mail_problem""";

  static MembershipRow of(Row row) {
    return new MembershipRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        Role.valueOf(row.getString(4)),
        row.getOffsetDateTime(5),
        row.getOffsetDateTime(6),
        row.getOffsetDateTime(7),
        row.getString(8),
        row.getBoolean(9),
        row.getBoolean(10),
        row.getString(11),
        row.getString(12));
  }
}
