package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;
import java.util.List;

/** The members of an account as the API lists them (wire contract 2.4). */
final class MemberView {
  /** The empty list. */
  static final String NONE =
      JsonText.object()
          .raw("members", JsonText.array(List.of()))
          .number("length", 0L)
          .string("nextId", null)
          .end();

  private MemberView() {}
}
