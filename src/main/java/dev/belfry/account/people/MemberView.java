package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import dev.belfry.api.http.CursorPage;
import dev.belfry.api.http.JsonText;

/** The members of an account as the API lists them, with the words of existing clients. */
final class MemberView {
  private static final String REMEDY =
      "Invite the person again, with another address if this one is wrong, or pass the new link on";

  private MemberView() {}

  /** The answer's JSON text of one entry. */
  static String of(MembershipRow row, Role reader) {
    return members(row, reader).end();
  }

  /** The one answer that shows the link of an invitation. */
  static String of(Invitations.Made made, Role reader) {
    return members(made.row(), reader)
        .string("link", made.link())
        .plain("mail", made.mail().name())
        .end();
  }

  /** One page of the list. */
  static String list(CursorPage<MembershipRow> page, Role reader) {
    return JsonText.object()
        .raw(
            "members", JsonText.array(page.entries().stream().map(row -> of(row, reader)).toList()))
        .number("length", (long) page.entries().size())
        .string("nextId", page.nextId() == null ? null : page.nextId().toString())
        .end();
  }

  /** Who has no second factor is for those to see who can do something about it. */
  private static JsonText members(MembershipRow row, Role reader) {
    boolean invite = row.expiresAt() != null;
    JsonText text =
        JsonText.object()
            .plain("type", invite ? "invite" : "member")
            .plain("id", row.id().toString())
            .plain("accountId", row.account().toString())
            .string("email", row.email())
            .plain("role", row.role().wire())
            .time("createdAt", row.createdAt())
            .time("updatedAt", row.updatedAt());
    if (invite) {
      text.plain("status", row.expired() ? "EXPIRED" : "PENDING")
          .string("inviterEmail", row.inviter() == null ? "" : row.inviter())
          .time("expiresAt", row.expiresAt());
      return row.mail() == null ? text : mail(text, row, reader);
    }
    text.plain("status", "ACTIVE")
        .plain("userId", row.id().toString())
        .string("name", row.name())
        .flag("isSupportMembership", false)
        .flag("ssoEnabled", false);
    return reader.includes(Role.ADMIN) ? text.flag("mfaEnabled", row.secondFactor()) : text;
  }

  /** What the mail server replied is for those to see who can do something about it. */
  private static JsonText mail(JsonText text, MembershipRow row, Role reader) {
    text.string("mailState", row.mail());
    return row.mailProblem() != null && reader.includes(Role.ADMIN)
        ? text.string("mailProblem", row.mailProblem()).string("mailRemedy", REMEDY)
        : text;
  }
}
