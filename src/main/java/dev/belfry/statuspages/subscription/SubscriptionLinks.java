package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The links in messages to subscribers: to the page, to confirm and to unsubscribe. */
public final class SubscriptionLinks {
  private final String base;
  private final SubscriptionTokens tokens;
  private final DomainPolicy domains;

  private SubscriptionLinks(String base, SubscriptionTokens tokens, DomainPolicy domains) {
    this.base = base;
    this.tokens = tokens;
    this.domains = domains;
  }

  /**
   * Links below {@code publicUrl}. Without it, links use the host and port on which the service
   * listens; they work on that machine only.
   *
   * @param secrets secrets of API keys; the first signs
   */
  public static SubscriptionLinks of(Config config, List<String> secrets) {
    String base = PublicAddress.of(config);
    return new SubscriptionLinks(base, new SubscriptionTokens(secrets), DomainPolicy.of(config));
  }

  /**
   * The absolute address of a page.
   *
   * @param url the page's member {@code url}
   * @param customDomain the page's custom domain, null for none that is proved
   */
  public String page(String url, @Nullable String customDomain) {
    String served = domains.served(customDomain);
    return served == null ? base + "/status/" + url : "https://" + served;
  }

  String confirm(UUID subscription) {
    return base + "/v1/subscriptions/" + confirmationToken(subscription) + "/confirm";
  }

  String confirmationToken(UUID subscription) {
    return tokens.of(Purpose.CONFIRM, subscription);
  }

  String unsubscribe(UUID subscription) {
    return base
        + "/v1/subscriptions/"
        + tokens.of(Purpose.UNSUBSCRIBE, subscription)
        + "/unsubscribe";
  }

  SubscriptionTokens tokens() {
    return tokens;
  }
}
