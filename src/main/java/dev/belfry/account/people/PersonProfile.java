package dev.belfry.account.people;

import dev.belfry.account.people.PersonStore.OwnAccount;
import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.Optional;

/**
 * Parts of the answer about a session.
 *
 * @param user JSON text of the person
 * @param accounts JSON text of the list of accounts
 */
public record PersonProfile(String user, String accounts) {
  /** Of the key of a program. */
  public static final PersonProfile OF_KEY = new PersonProfile("null", "[]");

  /**
   * @param codesLeft recovery codes, empty without a second factor
   */
  static PersonProfile of(PersonRow person, Optional<Long> codesLeft, List<OwnAccount> accounts) {
    return new PersonProfile(
        JsonText.object()
            .plain("id", person.id().toString())
            .string("name", person.name())
            .string("email", person.email())
            .flag("secondFactor", codesLeft.isPresent())
            .number("recoveryCodesLeft", codesLeft.orElse(0L))
            .string("timeZone", person.timeZone())
            .string("language", person.language())
            .end(),
        JsonText.array(
            accounts.stream()
                .map(
                    one ->
                        JsonText.object()
                            .plain("id", one.id().toString())
                            .string("name", one.name())
                            .plain("role", one.role().wire())
                            .end())
                .toList()));
  }
}
