package dev.belfry.statuspages.page;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.domain.DomainPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of status pages that the schema cannot say. */
final class StatusPageRules {
  private static final int MOST_SERVICES = 500;

  private static final Pattern SLUG = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?");

  /** Labels of letters, digits and hyphens (RFC 1123 section 2.1), at least two. */
  private static final Pattern HOST =
      Pattern.compile(
          "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

  private static final Pattern COLOR = Pattern.compile("#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})");

  private static final Pattern GUID =
      Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private StatusPageRules() {}

  /**
   * The violations of a page that is created or replaced.
   *
   * @param domains tells which domains pages may have
   */
  static List<Violation> of(StatusPageDraft draft, DomainPolicy domains) {
    List<Violation> violations = new ArrayList<>(0);
    StatusPageSettings settings = draft.settings();
    require(
        violations,
        StatusPageCodec.URL,
        settings.url(),
        SLUG,
        "must be letters, digits and hyphens, with a letter or digit at both ends");
    require(
        violations,
        StatusPageCodec.CUSTOM_DOMAIN,
        settings.customDomain(),
        HOST,
        "must be a host name such as status.example.com");
    ofDomain(violations, settings.customDomain().value(), domains);
    StatusPageCodec.addresses(settings)
        .forEach(
            (pointer, address) ->
                problem(address)
                    .ifPresent(problem -> violations.add(new Violation(pointer, problem))));
    StatusPageCodec.colors(settings)
        .forEach(
            (pointer, color) -> {
              if (!COLOR.matcher(color).matches()) {
                violations.add(new Violation(pointer, "must be a colour such as #1a2b3c"));
              }
            });
    ofCards(violations, draft.cards());
    return violations;
  }

  /** Stricter than for a monitor: the address is written into pages and their security policy. */
  private static Optional<String> problem(String address) {
    try {
      if (WebAddress.isWellFormed(address)) {
        return new URI(address).getRawUserInfo() == null
            ? Optional.empty()
            : Optional.of("must not have a user name or password");
      }
    } catch (URISyntaxException e) {
      // Said below: characters that only an escape can write.
    }
    return Optional.of("must be a web address such as https://example.com/logo.svg");
  }

  private static void ofDomain(
      List<Violation> violations, @Nullable String domain, DomainPolicy domains) {
    String pointer = "/" + StatusPageCodec.CUSTOM_DOMAIN;
    boolean said = violations.stream().anyMatch(one -> one.path().equals(pointer));
    if (domain != null && !domain.isEmpty() && !said) {
      domains.problem(domain).ifPresent(problem -> violations.add(new Violation(pointer, problem)));
    }
  }

  private static void require(
      List<Violation> violations,
      String member,
      Field<String> field,
      Pattern pattern,
      String message) {
    String value = field.value();
    if (value != null && !value.isEmpty() && !pattern.matcher(value).matches()) {
      violations.add(new Violation("/" + member, message));
    }
  }

  private static void ofCards(List<Violation> violations, List<CardDraft> cards) {
    Set<String> ids = new HashSet<>();
    int services = 0;
    for (int i = 0; i < cards.size(); i++) {
      CardDraft card = cards.get(i);
      String id = card.id().value();
      if (id != null && !GUID.matcher(id).matches()) {
        violations.add(unknownCard(i));
      } else if (id != null && !ids.add(id.toLowerCase(Locale.ROOT))) {
        violations.add(new Violation(StatusPageCodec.cardIdPointer(i), "must not appear twice"));
      }
      for (int repeated : card.services().repeated()) {
        violations.add(
            new Violation(
                StatusPageCodec.servicePointer(i, repeated), "must not appear twice on one card"));
      }
      services += card.services().entries().size();
    }
    if (services > MOST_SERVICES) {
      violations.add(
          new Violation(
              StatusPageCodec.cardsPointer(),
              "must show at most " + MOST_SERVICES + " services, not " + services));
    }
  }

  /** The violation of a page that has components in place of cards. */
  static Violation componentsUnknown() {
    return new Violation(
        StatusPageCodec.versionPointer(),
        "must not be 3: Belfry has no pages with components; describe the page with cards, each"
            + " with a name and a list of services, and leave out version");
  }

  /** The violation of a url that another page has, or a domain of another page of the account. */
  static Violation taken(String member) {
    return new Violation("/" + member, "is taken by another status page");
  }

  /** The violation of a card id that no card of the page has. */
  static Violation unknownCard(int index) {
    return new Violation(
        StatusPageCodec.cardIdPointer(index), "must be the id of a card of this page");
  }
}
