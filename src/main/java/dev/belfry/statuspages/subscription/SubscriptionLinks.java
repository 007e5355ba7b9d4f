package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.statuspages.domain.DomainPolicy;
import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The links in messages to subscribers: to the page, to confirm and to unsubscribe. */
public final class SubscriptionLinks {
  private static final Set<String> ANY_HOST = Set.of("0.0.0.0", "::", "[::]", "");

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
    String base = config.publicUrl() == null ? local(config.http()) : config.publicUrl().toString();
    return new SubscriptionLinks(base, new SubscriptionTokens(secrets), DomainPolicy.of(config));
  }

  private static String local(Config.Http http) {
    String host = ANY_HOST.contains(http.host()) ? "localhost" : http.host();
    boolean literal = host.indexOf(':') >= 0 && !host.startsWith("[");
    String scheme = http.tls() == null ? "http://" : "https://";
    return scheme + (literal ? "[" + host + "]" : host) + ":" + http.port();
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
