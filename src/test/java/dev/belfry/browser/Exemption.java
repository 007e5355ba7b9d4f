package dev.belfry.browser;

import java.util.Map;

/**
 * A rule that cannot hold in a place that is not ours; its reason stands beside it.
 *
 * @param rule as axe calls it
 * @param selector matches the elements it is about, and no others
 */
public record Exemption(String rule, String selector) {
  Map<String, String> json() {
    return Map.of("rule", rule, "selector", selector);
  }
}
