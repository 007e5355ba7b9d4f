package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What an SSL monitor demands of a server's TLS besides a valid certificate.
 *
 * @param enabled false ignores all rules
 * @param rules a setting for each rule
 */
public record SecurityBaseline(boolean enabled, Map<BaselineRule, BaselineRule.Setting> rules) {
  /** The baseline of a monitor that says nothing of one. */
  public static final SecurityBaseline PRESET = of(JsonNodeFactory.instance.objectNode());

  public SecurityBaseline {
    rules = Collections.unmodifiableMap(new EnumMap<>(rules));
  }

  /** Reads a baseline; what it leaves out has its default. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static SecurityBaseline of(JsonNode baseline) {
    Map<BaselineRule, BaselineRule.Setting> rules = new EnumMap<>(BaselineRule.class);
    for (BaselineRule rule : BaselineRule.values()) {
      JsonNode sent = baseline.path(rule.wire());
      BaselineRule.Setting preset = rule.preset();
      rules.put(
          rule,
          new BaselineRule.Setting(
              preset.value() != null && sent.hasNonNull("value")
                  ? sent.get("value").asText()
                  : preset.value(),
              sent.hasNonNull("severity")
                  ? BaselineRule.Effect.of(sent.get("severity").asText())
                  : preset.effect()));
    }
    return new SecurityBaseline(baseline.path("enabled").asBoolean(true), rules);
  }

  /** What a violation of a rule does; nothing is done while the baseline is off. */
  public BaselineRule.Effect effectOf(BaselineRule rule) {
    return enabled ? setting(rule).effect() : BaselineRule.Effect.IGNORE;
  }

  /** The limit of a rule that has one. */
  public String limitOf(BaselineRule rule) {
    return Objects.requireNonNull(setting(rule).value());
  }

  private BaselineRule.Setting setting(BaselineRule rule) {
    return Objects.requireNonNull(rules.get(rule));
  }

  /** The baseline with all its rules, as JSON. */
  @JsonValue
  JsonNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("enabled", enabled);
    rules.forEach((rule, setting) -> rule.write(setting, json));
    return json;
  }
}
