package dev.belfry.statuspages.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON of a page's colours. */
final class ColorsCodec {
  private static final String LIGHT = "light";
  private static final String DARK = "dark";
  private static final String ACCENT = "accent";
  private static final String BACKGROUND = "background";
  private static final String CARD = "card";
  private static final String TEXT = "text";

  private ColorsCodec() {}

  static PageColors read(FieldReader colors) {
    return new PageColors(
        colors.object(LIGHT, ColorsCodec::readTheme), colors.object(DARK, ColorsCodec::readTheme));
  }

  private static ThemeColors readTheme(FieldReader theme) {
    return new ThemeColors(
        theme.text(ACCENT), theme.text(BACKGROUND), theme.text(CARD), theme.text(TEXT));
  }

  /** Puts colours into a document, nothing when they are absent. */
  static void write(ObjectNode document, String member, Field<PageColors> field) {
    PageColors colors = field.value();
    if (colors != null) {
      ObjectNode written = document.putObject(member);
      writeTheme(written, LIGHT, colors.light());
      writeTheme(written, DARK, colors.dark());
    } else if (field.isPresent()) {
      document.putNull(member);
    }
  }

  private static void writeTheme(ObjectNode document, String member, Field<ThemeColors> field) {
    ThemeColors theme = field.value();
    if (theme != null) {
      ObjectNode written = document.putObject(member);
      fields(theme)
          .forEach(
              (name, color) -> {
                if (color.isPresent()) {
                  written.put(name, color.value());
                }
              });
    } else if (field.isPresent()) {
      document.putNull(member);
    }
  }

  /** The colours that have a value, by JSON pointer. */
  static Map<String, String> byPointer(String pointer, PageColors colors) {
    Map<String, String> found = new LinkedHashMap<>();
    collect(found, pointer + "/" + LIGHT + "/", colors.light());
    collect(found, pointer + "/" + DARK + "/", colors.dark());
    return found;
  }

  private static void collect(Map<String, String> found, String prefix, Field<ThemeColors> theme) {
    theme.ifValue(
        colors ->
            fields(colors)
                .forEach((name, color) -> color.ifValue(value -> found.put(prefix + name, value))));
  }

  private static Map<String, Field<String>> fields(ThemeColors theme) {
    Map<String, Field<String>> fields = new LinkedHashMap<>();
    fields.put(ACCENT, theme.accent());
    fields.put(BACKGROUND, theme.background());
    fields.put(CARD, theme.card());
    fields.put(TEXT, theme.text());
    return fields;
  }
}
