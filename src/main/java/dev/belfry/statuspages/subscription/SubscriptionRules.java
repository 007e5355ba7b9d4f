package dev.belfry.statuspages.subscription;

import dev.belfry.monitoring.check.MailAddress;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules of subscriptions that the schema cannot say. */
final class SubscriptionRules {
  private SubscriptionRules() {}

  /** The violations of one address to subscribe. */
  static List<Violation> ofOne(SubscriptionDraft draft) {
    List<Violation> violations = new ArrayList<>(draft.choice().violations(draft.type().value()));
    problem(draft)
        .ifPresent(
            message ->
                violations.add(new Violation(PageSubscriptionCodec.addressPointer(), message)));
    return violations;
  }

  /** The violations of many addresses to subscribe. */
  static List<Violation> ofMany(List<SubscriptionDraft> drafts) {
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; i < drafts.size(); i++) {
      String pointer = PageSubscriptionCodec.addressPointer(i);
      problem(drafts.get(i)).ifPresent(message -> violations.add(new Violation(pointer, message)));
    }
    return violations;
  }

  /** Whether the address of a draft fits its type; both have a value. */
  static boolean isWellFormed(SubscriptionDraft draft) {
    return problem(draft).isEmpty();
  }

  private static Optional<String> problem(SubscriptionDraft draft) {
    SubscriptionType type = draft.type().value();
    if (type == null) {
      return Optional.empty();
    }
    String sent = draft.address().value();
    String address = sent == null ? "" : sent;
    return switch (type) {
      case EMAIL ->
          MailAddress.isWellFormed(address)
              ? Optional.empty()
              : Optional.of("must be one e-mail address such as reader@example.com");
      case SMS ->
          PhoneNumber.isWellFormed(address)
              ? Optional.empty()
              : Optional.of("must be a phone number with country code such as +49 151 23456789");
      case WEBHOOK, SLACK ->
          WebAddress.isWellFormed(address)
              ? Optional.empty()
              : Optional.of("must be an http or https address such as https://example.com/hook");
    };
  }
}
