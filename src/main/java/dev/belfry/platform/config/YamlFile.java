package dev.belfry.platform.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the YAML file key by key, so that each problem can name its line. */
final class YamlFile {
  private final String name;
  private final JsonParser parser;
  private final List<String> problems;
  private final Map<ConfigKey, Settings.Entry> entries = new EnumMap<>(ConfigKey.class);

  private YamlFile(String name, JsonParser parser, List<String> problems) {
    this.name = name;
    this.parser = parser;
    this.problems = problems;
  }

  /** The keys set in {@code text}; a file that is no YAML sets none and is one problem. */
  static Map<ConfigKey, Settings.Entry> read(String name, String text, List<String> problems) {
    YAMLFactory factory = new YAMLFactory();
    factory.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    try (JsonParser parser = factory.createParser(text)) {
      YamlFile file = new YamlFile(name, parser, problems);
      file.document();
      return file.entries;
    } catch (JsonProcessingException e) {
      problems.add(name + line(e) + ": cannot be read as YAML");
    } catch (IOException | RuntimeException e) {
      // The YAML library answers some malformed texts with unchecked exceptions of its own.
      problems.add(name + ": cannot be read as YAML");
    }
    return Map.of();
  }

  private static String line(JsonProcessingException e) {
    return e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
  }

  private void document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      return;
    }
    if (first != JsonToken.START_OBJECT) {
      problems.add(name + ": must consist of keys and values, such as http.port");
      return;
    }
    section("");
    if (parser.nextToken() != null) {
      problems.add(name + ": must be a single YAML document");
    }
  }

  private void section(String prefix) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String path = prefix + parser.currentName();
      String where =
          Messages.plain(path)
              + " ("
              + name
              + ", line "
              + parser.currentLocation().getLineNr()
              + ")";
      JsonToken token = parser.nextToken();
      Optional<ConfigKey> key = key(path);
      if (key.isPresent()) {
        value(key.get(), token, where);
      } else if (isSection(path)) {
        if (token == JsonToken.START_OBJECT) {
          section(path + ".");
        } else if (token != JsonToken.VALUE_NULL) {
          problems.add(where + ": must be a section with keys in it");
          parser.skipChildren();
        }
      } else {
        problems.add(where + ": is not a key" + SpellingSuggestion.to(path, paths()));
        parser.skipChildren();
      }
    }
  }

  private void value(ConfigKey key, JsonToken token, String where) throws IOException {
    String text = "";
    if (token == JsonToken.START_ARRAY) {
      text = list(where);
    } else if (token == JsonToken.START_OBJECT) {
      problems.add(where + ": must be a value, not a section");
      parser.skipChildren();
    } else if (token != JsonToken.VALUE_NULL) {
      text = parser.getText().strip();
    }
    if (!text.isEmpty()) {
      entries.put(key, new Settings.Entry(text, where));
    }
  }

  private String list(String where) throws IOException {
    List<String> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY && token != null;
        token = parser.nextToken()) {
      if (token.isScalarValue()) {
        items.add(parser.getText());
      } else {
        problems.add(where + ": must be a list of plain values");
        parser.skipChildren();
      }
    }
    return String.join(",", items);
  }

  private static Optional<ConfigKey> key(String path) {
    return Arrays.stream(ConfigKey.values()).filter(key -> key.path().equals(path)).findFirst();
  }

  private static boolean isSection(String path) {
    return paths().stream().anyMatch(known -> known.startsWith(path + "."));
  }

  private static List<String> paths() {
    return Arrays.stream(ConfigKey.values()).map(ConfigKey::path).toList();
  }
}
