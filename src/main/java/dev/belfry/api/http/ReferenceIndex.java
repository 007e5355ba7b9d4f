package dev.belfry.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.contract.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * What the first page of the reference shows of the contract.
 *
 * @param lead the description up to its first heading, as HTML
 * @param rules the rest of the description, as HTML
 * @param tags in the order of the contract, those without operations left out
 */
public record ReferenceIndex(String title, String lead, String rules, List<Tag> tags) {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  private static final Parser MARKDOWN = Parser.builder().build();
  private static final HtmlRenderer HTML = HtmlRenderer.builder().escapeHtml(true).build();

  /**
   * A subject and its operations.
   *
   * @param lead the first sentence of its description, as HTML
   */
  public record Tag(String name, String lead, List<Operation> operations) {}

  /**
   * A line of the list.
   *
   * @param link fragment of the address at which the viewer opens the operation
   */
  public record Operation(
      String id, String method, String path, String summary, String link, boolean deprecated) {}

  static ReferenceIndex of(Contract contract) {
    try {
      return of(new ObjectMapper().readTree(contract.json()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ReferenceIndex of(JsonNode document) {
    Map<String, List<Operation>> operations = operations(document.path("paths"));
    List<Tag> tags = new ArrayList<>();
    for (JsonNode tag : document.path("tags")) {
      String name = tag.path("name").asText();
      List<Operation> own = operations.getOrDefault(name, List.of());
      if (!own.isEmpty()) {
        tags.add(new Tag(name, lead(tag.path("description").asText()), own));
      }
    }
    JsonNode info = document.path("info");
    String description = html(info.path("description").asText());
    int heading = description.indexOf("<h2>");
    int end = heading < 0 ? description.length() : heading;
    return new ReferenceIndex(
        info.path("title").asText(),
        description.substring(0, end).strip(),
        description.substring(end),
        tags);
  }

  /** How many operations there are. */
  public int size() {
    return tags.stream().mapToInt(tag -> tag.operations().size()).sum();
  }

  private static Map<String, List<Operation>> operations(JsonNode paths) {
    Map<String, List<Operation>> operations = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
        if (METHODS.contains(entry.getKey())) {
          JsonNode operation = entry.getValue();
          String tag = operation.path("tags").path(0).asText();
          operations
              .computeIfAbsent(tag, name -> new ArrayList<>())
              .add(operation(entry.getKey(), path.getKey(), tag, operation));
        }
      }
    }
    return operations;
  }

  private static Operation operation(String method, String path, String tag, JsonNode operation) {
    String id = operation.path("operationId").asText();
    return new Operation(
        id,
        method.toUpperCase(Locale.ROOT),
        path,
        operation.path("summary").asText(),
        "/" + URLEncoder.encode(tag, StandardCharsets.UTF_8).replace("+", "%20") + "/" + id,
        operation.path("deprecated").asBoolean());
  }

  /** The first sentence; its full stop ends a line, the text, or is followed by a blank. */
  private static String lead(String description) {
    String html = html(description.split("(?<=\\.)\\s", 2)[0]);
    return html.replaceFirst("^<p>", "").replaceFirst("</p>$", "");
  }

  private static String html(String markdown) {
    return HTML.render(MARKDOWN.parse(markdown)).strip();
  }
}
