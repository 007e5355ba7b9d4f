package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Series and open runs as documents for an agent. Readers ignore members that they do not know, and
 * elements at the end of an array.
 */
final class SeriesJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SeriesJson() {}

  static ObjectNode of(StoredSeries series) {
    ObjectNode node = NODES.objectNode().put("id", series.id()).put("shard", series.key().shard());
    node.set("spec", spec(series.spec()));
    ArrayNode versions = node.putArray("versions");
    for (ScheduleVersion one : series.versions()) {
      ArrayNode row = versions.addArray().add(one.from());
      if (one.isOpen()) {
        row.addNull();
      } else {
        row.add(one.until());
      }
      row.add(one.period()).add(one.phase());
    }
    ArrayNode done = node.putArray("done");
    series.done().forEach(done::add);
    return node;
  }

  static StoredSeries series(JsonNode node, String place) {
    StoredSpec spec = spec(node.path("spec"));
    List<ScheduleVersion> versions = new ArrayList<>();
    for (JsonNode row : node.path("versions")) {
      versions.add(
          new ScheduleVersion(
              row.path(0).asLong(),
              row.path(1).isNull() ? ScheduleVersion.OPEN : row.path(1).asLong(),
              row.path(2).asLong(),
              row.path(3).asLong()));
    }
    List<Long> done = new ArrayList<>();
    node.path("done").forEach(slot -> done.add(slot.asLong()));
    return new StoredSeries(
        node.path("id").asInt(),
        spec.check(),
        new ShardKey(place, node.path("shard").asInt()),
        spec,
        versions,
        done);
  }

  static ObjectNode of(StoredRun run) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("series", run.seriesId())
            .put("home", run.home().location())
            .put("homeShard", run.home().shard())
            .put("shard", run.place().shard())
            .put("at", run.at())
            .put("attempts", run.attempts())
            .put("started", run.started())
            .put("due", run.due());
    node.set("spec", spec(run.spec()));
    return node;
  }

  static StoredRun run(JsonNode node, String place) {
    return new StoredRun(
        node.path("series").asInt(),
        new ShardKey(node.path("home").asText(), node.path("homeShard").asInt()),
        new ShardKey(place, node.path("shard").asInt()),
        node.path("at").asLong(),
        node.path("attempts").asInt(),
        node.path("started").asLong(),
        node.path("due").asLong(),
        spec(node.path("spec")));
  }

  private static ObjectNode spec(StoredSpec spec) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("type", spec.type())
            .put("request", spec.request())
            .put("shouldFail", spec.shouldFail())
            .put("degraded", spec.degraded())
            .put("max", spec.max())
            .put("retry", spec.retry())
            .put("account", spec.account().toString())
            .put("check", spec.check().toString())
            .put("group", spec.group())
            .put("defaults", spec.defaults())
            .put("name", spec.name());
    ArrayNode places = node.putArray("places");
    spec.places().forEach(places::add);
    return node;
  }

  private static StoredSpec spec(JsonNode node) {
    List<String> places = new ArrayList<>();
    node.path("places").forEach(place -> places.add(place.asText()));
    return new StoredSpec(
        node.path("type").asText(),
        text(node, "request"),
        node.path("shouldFail").asBoolean(),
        node.path("degraded").isNumber() ? node.path("degraded").asDouble() : null,
        node.path("max").isNumber() ? node.path("max").asDouble() : null,
        text(node, "retry"),
        places,
        UUID.fromString(node.path("account").asText()),
        UUID.fromString(node.path("check").asText()),
        node.path("group").isNumber() ? node.path("group").asLong() : null,
        text(node, "defaults"),
        node.path("name").asText());
  }

  private static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).textValue() : null;
  }
}
