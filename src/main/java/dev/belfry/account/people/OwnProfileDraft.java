package dev.belfry.account.people;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.TimeZoneName;
import dev.belfry.monitoring.channel.QuietHours;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of a profile. Absent members keep what is stored, null clears it. Pure.
 *
 * @param quietHours JSON text of the list of intervals
 */
record OwnProfileDraft(
    Field<String> name, Field<String> timeZone, Field<String> language, Field<String> quietHours) {
  private static final Set<String> LANGUAGES =
      Stream.of(Locale.getAvailableLocales())
          .map(Locale::getLanguage)
          .filter(language -> !language.isEmpty())
          .collect(Collectors.toUnmodifiableSet());

  /** Reads a body that fits its schema; a language gets the letters of the standard. */
  static OwnProfileDraft read(ObjectNode body) {
    FieldReader members = new FieldReader(body);
    Field<String> language = members.text("language");
    return new OwnProfileDraft(
        members.text("name").map(String::strip),
        members.text("timeZone"),
        language.map(tag -> languageTag(tag).orElse(tag)),
        members.json("quietHours").map(intervals -> QuietHours.text(body)));
  }

  /** What is wrong with a body, beyond what its schema says. */
  static List<Violation> violations(ObjectNode body) {
    OwnProfileDraft draft = read(body);
    List<Violation> violations = new ArrayList<>(0);
    draft
        .name()
        .ifValue(
            name ->
                PersonName.problem(name)
                    .ifPresent(problem -> violations.add(new Violation("/name", problem))));
    violations.addAll(TimeZoneName.violations("/timeZone", draft.timeZone().value()));
    draft
        .language()
        .ifValue(
            tag -> {
              if (languageTag(tag).isEmpty()) {
                violations.add(
                    new Violation("/language", "must be a language tag such as de or en-GB"));
              }
            });
    violations.addAll(QuietHours.violations(body));
    return violations;
  }

  /** The tag of a language that this program knows, in the letters of the standard. */
  private static Optional<String> languageTag(String text) {
    try {
      Locale locale = new Locale.Builder().setLanguageTag(text).build();
      return LANGUAGES.contains(locale.getLanguage())
          ? Optional.of(locale.toLanguageTag())
          : Optional.empty();
    } catch (IllformedLocaleException unknown) {
      return Optional.empty();
    }
  }
}
