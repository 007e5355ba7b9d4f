package dev.belfry.projects.files;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a list in a file.
 *
 * @param path such as {@code groups[0].monitors[1]}
 * @param id its name, unique among the entries of its list over all files
 * @param existing the id of what is there already and is only referred to, null for what the
 *     project has
 * @param group the group a monitor is written in, null outside of one
 */
record Entry(
    Section section,
    Value value,
    String path,
    String id,
    @Nullable String existing,
    @Nullable Entry group) {

  SourceLocation location() {
    return value.location();
  }

  /** A member, null when it is not written or empty. */
  @Nullable Value get(String name) {
    Value.Member member = value.members().get(name);
    return member == null || member.value().isNothing() ? null : member.value();
  }

  /** Where a member is, the entry when it is not written. */
  SourceLocation locationOf(String name) {
    Value.Member member = value.members().get(name);
    return member == null ? location() : member.location();
  }

  String pathOf(String name) {
    return path + "." + name;
  }

  /** Its name in the manifest. */
  String logicalId() {
    return existing == null ? id : section.type().wire() + "-" + existing;
  }
}
