package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.statuspages.subscription.SubscriptionTokens.Purpose;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The addresses in messages to subscribers: of pages, and of what ends or confirms. */
public final class SubscriptionLinks {
  private static final Set<String> ANY_HOST = Set.of("0.0.0.0", "::", "[::]", "");

  private final String base;
  private final SubscriptionTokens tokens;

  private SubscriptionLinks(String base, SubscriptionTokens tokens) {
    this.base = base;
    this.tokens = tokens;
  }

  /**
   * Links under {@code publicUrl}; while that is unset, under the host and port the service listens
   * on, which work on this machine alone.
   *
   * @param secrets those that sign API keys, the first signs
   */
  public static SubscriptionLinks of(Config config, List<String> secrets) {
    String base = config.publicUrl() == null ? local(config.http()) : config.publicUrl().toString();
    return new SubscriptionLinks(base, new SubscriptionTokens(secrets));
  }

  private static String local(Config.Http http) {
    String host = ANY_HOST.contains(http.host()) ? "localhost" : http.host();
    boolean literal = host.indexOf(':') >= 0 && !host.startsWith("[");
    String scheme = http.tls() == null ? "http://" : "https://";
    return scheme + (literal ? "[" + host + "]" : host) + ":" + http.port();
  }

  /**
   * Where people read a page.
   *
   * @param url the page's member {@code url}
   * @param customDomain the page's member {@code customDomain}
   */
  public String page(String url, @Nullable String customDomain) {
    return customDomain == null ? base + "/status/" + url : "https://" + customDomain;
  }

  String confirm(UUID subscription) {
    return base + "/v1/subscriptions/" + tokens.of(Purpose.CONFIRM, subscription) + "/confirm";
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
