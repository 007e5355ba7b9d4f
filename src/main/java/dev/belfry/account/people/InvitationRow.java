package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The link of an invitation as it is stored, with what it leads to.
 *
 * @param account null where it only sets a new password
 * @param accountName null with the account
 * @param role null with the account
 * @param person who has this address, null when the person is new
 * @param passwordHash null with the person, and for a person without a password
 */
record InvitationRow(
    UUID id,
    String email,
    @Nullable UUID account,
    @Nullable String accountName,
    @Nullable Role role,
    @Nullable UUID person,
    @Nullable String passwordHash) {

  static InvitationRow of(Row row) {
    String role = row.getString(4);
    return new InvitationRow(
        row.getUUID(0),
        row.getString(1),
        row.getUUID(2),
        row.getString(3),
        role == null ? null : Role.valueOf(role),
        row.getUUID(5),
        row.getString(6));
  }
}
