package dev.belfry.projects.files;

import dev.belfry.platform.config.SpellingSuggestion;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Indexes the entries of all files by id, so that files may refer to each other in any order. */
final class EntryIndex {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_\\-/#.]{1,255}");

  private final List<FileError> errors;
  private final Map<Section, Map<String, Entry>> entries = new EnumMap<>(Section.class);
  private Value.@Nullable Member project;
  private Value.@Nullable Member name;

  EntryIndex(List<FileError> errors) {
    this.errors = errors;
  }

  void add(Value root) {
    if (root.isNothing()) {
      return;
    }
    if (!root.isObject()) {
      errors.add(
          new FileError(root.location(), "must consist of keys such as groups and monitors"));
      return;
    }
    root.members()
        .forEach(
            (key, member) -> {
              if (key.equals("project")) {
                project = single(key, project, member);
              } else if (key.equals("name")) {
                name = single(key, name, member);
              } else if (!key.startsWith(Section.ASIDE)) {
                Section.of(key)
                    .ifPresentOrElse(
                        section -> list(section, member.value(), key, null),
                        () -> unknown(key, member.location()));
              }
            });
  }

  private Value.@Nullable Member single(
      String key, Value.@Nullable Member before, Value.Member member) {
    if (!member.value().isScalar() || member.value().text().isBlank()) {
      errors.add(new FileError(member.location(), key + " must be a text"));
      return before;
    }
    if (before != null && !before.value().text().equals(member.value().text())) {
      errors.add(
          new FileError(
              member.location(),
              key
                  + " must be the same in all files; it is "
                  + before.value().text()
                  + " in "
                  + before.location()));
    }
    return before == null ? member : before;
  }

  private void unknown(String key, SourceLocation location) {
    List<String> known =
        Stream.concat(Section.OTHER_KEYS.stream(), Stream.of(Section.values()).map(Section::key))
            .toList();
    errors.add(
        new FileError(
            location, key + " is not a key of a file" + SpellingSuggestion.to(key, known)));
  }

  private void list(Section section, Value list, String path, @Nullable Entry group) {
    if (list.isNothing()) {
      return;
    }
    if (!list.isList()) {
      errors.add(new FileError(list.location(), path + " must be a list"));
      return;
    }
    for (int i = 0; i < list.items().size(); i++) {
      Value item = list.items().get(i);
      String at = path + "[" + i + "]";
      if (item.isObject()) {
        entry(section, item, at, group);
      } else {
        errors.add(
            new FileError(item.location(), at + " must be an object with keys such as name"));
      }
    }
  }

  private void entry(Section section, Value value, String path, @Nullable Entry group) {
    String existing = section == Section.GROUPS ? existing(value, path) : null;
    Entry entry =
        new Entry(section, value, path, id(section, value, path, existing), existing, group);
    Map<String, Entry> known = entries.computeIfAbsent(section, first -> new LinkedHashMap<>());
    Entry before = known.putIfAbsent(entry.id(), entry);
    if (before != null) {
      errors.add(
          new FileError(
              entry.locationOf("id"),
              path
                  + ".id: the "
                  + section.noun()
                  + " "
                  + entry.id()
                  + " is there already, in "
                  + before.location()));
      known.put(
          entry.id() + "\n" + path, entry); // What else is wrong with it is told all the same.
    }
    Value monitors = section == Section.GROUPS ? entry.get("monitors") : null;
    if (monitors != null) {
      list(Section.MONITORS, monitors, path + ".monitors", entry);
    }
  }

  /** The number of a group that is only referred to. */
  private @Nullable String existing(Value value, String path) {
    Value.Member member = value.members().get("existing");
    if (member == null) {
      return null;
    }
    Value number = member.value();
    if (number.isObject() && number.members().size() == 1 && number.members().containsKey("id")) {
      number = number.members().get("id").value();
    }
    if (!number.isWhole()) {
      errors.add(
          new FileError(
              member.location(), path + ".existing must be the number of a group, such as 4711"));
      return null;
    }
    return number.text();
  }

  private String id(Section section, Value value, String path, @Nullable String existing) {
    Value.Member written = value.members().get("id");
    if (written != null) {
      String id = written.value().text();
      if (!written.value().isScalar() || !ID.matcher(id).matches()) {
        errors.add(
            new FileError(
                written.location(),
                path + ".id must be 1 to 255 letters, digits and characters of _-/#."));
      }
      return id.isEmpty() ? path + value.location() : id;
    }
    if (existing != null) {
      return existing;
    }
    String from = section == Section.LOCATIONS ? "slugName" : "name";
    Value.Member named = section == Section.CHANNELS ? null : value.members().get(from);
    String slug = named == null ? "" : slug(named.value().text());
    if (slug.isEmpty()) {
      errors.add(
          new FileError(
              value.location(),
              path
                  + " must have an id"
                  + (section == Section.CHANNELS ? "" : ", or a " + from + " to make one of")));
      return path + value.location();
    }
    return slug;
  }

  /** An id made of a name: {@code Web shop} is {@code web-shop}. */
  static String slug(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }

  /** The entry of an id, null when no file has it. */
  @Nullable Entry find(Section section, String id) {
    return entries.getOrDefault(section, Map.of()).get(id);
  }

  /** The entries of a list in the order in which they were read. */
  List<Entry> all(Section section) {
    return new ArrayList<>(entries.getOrDefault(section, Map.of()).values());
  }

  /** {@code " (did you mean web?)"}, or nothing. */
  String suggestion(Section section, String id) {
    return SpellingSuggestion.to(id, entries.getOrDefault(section, Map.of()).keySet());
  }

  Value.@Nullable Member project() {
    return project;
  }

  Value.@Nullable Member name() {
    return name;
  }
}
