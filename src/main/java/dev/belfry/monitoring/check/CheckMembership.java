package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What a group has to know of the document of a check.
 *
 * @param checkType null for URL
 * @param groupId null for a check in no group
 * @param name null when the document has none
 * @param frequency minutes, 0 for sub-minute runs; null when the document has none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CheckMembership(
    @Nullable CheckType checkType,
    @Nullable Long groupId,
    @Nullable String name,
    @Nullable Integer frequency) {
  /** Reads the document of a check. */
  public static CheckMembership of(ObjectNode document) {
    return SettingsJson.read(document, CheckMembership.class);
  }

  /**
   * The check as a member of its group.
   *
   * @param id what violations call it
   */
  public GroupRules.Member member(String id) {
    return new GroupRules.Member(
        id,
        name == null ? "" : name,
        checkType == null ? CheckType.URL : checkType,
        frequency == null ? Frequency.DEFAULT_MINUTES : frequency);
  }
}
