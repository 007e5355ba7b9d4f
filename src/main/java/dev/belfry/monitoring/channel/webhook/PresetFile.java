package dev.belfry.monitoring.channel.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The file of a preset: lines of {@code name: value}, an empty line, and the template.
 *
 * @param name for people
 * @param setup how a channel is set up
 * @param required query parameters of the channel without which the service would refuse
 * @param inBody query parameters of the channel that the template reads
 * @param query further query parameters, as templates, in their order
 * @param contentType media type of the body
 * @param keepsAlerts whether the service keeps an alert open until its recovery
 * @param hasSecretPath whether the path of the address is the credential
 * @param template of the body
 */
record PresetFile(
    String name,
    String setup,
    Set<String> required,
    Set<String> inBody,
    Map<String, String> query,
    String contentType,
    boolean keepsAlerts,
    boolean hasSecretPath,
    String template) {
  private static final String JSON = "application/json; charset=utf-8";
  private static final String QUERY = "query ";

  PresetFile {
    required = Set.copyOf(required);
    inBody = Set.copyOf(inBody);
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
  }

  /** The file of a preset, which is part of the program. */
  static PresetFile read(String preset) {
    String path = "/webhooks/" + preset.toLowerCase(Locale.ROOT) + ".hbs";
    try (InputStream file = PresetFile.class.getResourceAsStream(path)) {
      byte[] bytes = Objects.requireNonNull(file, path).readAllBytes();
      return parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PresetFile parse(String text) {
    int end = text.indexOf("\n\n");
    Map<String, String> settings = new LinkedHashMap<>();
    for (String line : text.substring(0, end).split("\n", -1)) {
      int colon = line.indexOf(": ");
      settings.put(line.substring(0, colon), line.substring(colon + 2));
    }
    Map<String, String> query = new LinkedHashMap<>();
    settings.forEach(
        (name, value) -> {
          if (name.startsWith(QUERY)) {
            query.put(name.substring(QUERY.length()), value);
          }
        });
    Set<String> required = words(settings.getOrDefault("requires", ""));
    Set<String> inBody = new HashSet<>(words(settings.getOrDefault("takes", "")));
    inBody.addAll(required);
    return new PresetFile(
        Objects.requireNonNull(settings.get("name")),
        Objects.requireNonNull(settings.get("setup")),
        required,
        inBody,
        query,
        settings.getOrDefault("content-type", JSON),
        settings.containsKey("keeps-alerts"),
        settings.containsKey("secret-path"),
        text.substring(end + 2));
  }

  private static Set<String> words(String list) {
    return list.isEmpty() ? Set.of() : Set.of(list.split(" ", -1));
  }
}
