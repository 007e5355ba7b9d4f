package dev.belfry.projects.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.projects.deploy.Deployment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Prints a plan, or the outcome of a deploy, for people. */
public final class PlanText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 120;

  private PlanText() {}

  /**
   * A line for each resource, below it one for each property, at the end how many of each.
   *
   * @param deployment one that succeeded
   */
  public static String of(Deployment deployment) {
    StringBuilder text = new StringBuilder();
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (JsonNode entry : diff(deployment)) {
      String action = entry.path("action").asText();
      counts.merge(action, 1, Integer::sum);
      text.append(sign(action)).append(' ').append(noun(entry.path("type").asText()));
      text.append(' ').append(entry.path("logicalId").asText());
      text.append(" (").append(entry.path("physicalId").asText()).append(")\n");
      if (entry.hasNonNull("warning")) {
        text.append("    warning: ").append(entry.path("warning").asText()).append('\n');
      }
      for (JsonNode change : entry.path("changes")) {
        property(text, action, change);
      }
    }
    return text.append(summary(counts, deployment.dryRun())).toString();
  }

  /** The last line of {@link #of}: how many of each. */
  public static String summary(Deployment deployment) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    diff(deployment).forEach(entry -> counts.merge(entry.path("action").asText(), 1, Integer::sum));
    return summary(counts, deployment.dryRun());
  }

  private static JsonNode diff(Deployment deployment) {
    try {
      return JSON.readTree(deployment.diff() == null ? "[]" : deployment.diff());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A diff that is no JSON", e);
    }
  }

  private static void property(StringBuilder text, String action, JsonNode change) {
    JsonNode to = change.path("to");
    boolean isNew = action.equals("CREATE");
    if (isNew && (to.isNull() || (to.isContainerNode() && to.isEmpty()))) {
      return;
    }
    String name = change.path("path").asText().replaceFirst("^/", "").replace('/', '.');
    text.append("    ").append(name.isEmpty() ? "value" : name).append(": ");
    if (!isNew) {
      text.append(shown(change.path("from"))).append(" -> ");
    }
    text.append(shown(to)).append('\n');
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  private static String summary(Map<String, Integer> counts, boolean dry) {
    if (counts.isEmpty()) {
      return "Nothing to do: every resource is as the files describe it.";
    }
    String[][] words = {
      {"CREATE", "created"}, {"UPDATE", "changed"}, {"DELETE", "deleted"}, {"DETACHED", "let go"}
    };
    StringBuilder text = new StringBuilder();
    for (String[] word : words) {
      int count = counts.getOrDefault(word[0], 0);
      text.append(text.length() == 0 ? "" : ", ").append(count).append(' ').append(word[1]);
    }
    return text.insert(0, dry ? "Would be: " : "Done: ").append('.').toString();
  }

  private static char sign(String action) {
    return switch (action) {
      case "CREATE" -> '+';
      case "UPDATE" -> '~';
      case "DELETE" -> '-';
      default -> '=';
    };
  }

  private static String noun(String type) {
    Optional<ResourceType> known = ResourceType.of(type);
    boolean inFiles = known.isPresent() && Section.has(known.get());
    return inFiles ? Section.of(known.get()).noun() : type;
  }
}
