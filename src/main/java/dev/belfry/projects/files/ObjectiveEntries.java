package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads and writes objectives, which name their monitor or group, or a tag, and their channels. */
final class ObjectiveEntries {
  private static final String MONITOR = "monitor";
  private static final String GROUP = "group";
  private static final String TAG = "tag";
  private static final String CHECK_ID = "checkId";
  private static final String GROUP_ID = "groupId";
  private static final String CHANNELS = "alertChannels";
  private static final String SUBSCRIPTIONS = "alertChannelSubscriptions";
  private static final String CHANNEL_ID = "alertChannelId";
  private static final String ACTIVATED = "activated";

  private final ManifestBuilder draft;
  private final Shapes shapes;
  private final AlertEntries alerting;

  ObjectiveEntries(ManifestBuilder draft, Shapes shapes, AlertEntries alerting) {
    this.draft = draft;
    this.shapes = shapes;
    this.alerting = alerting;
  }

  void add(Entry entry) {
    Payload payload = draft.payload(entry);
    payload.members(entry, shapes.of(Section.OBJECTIVES), Set.of());
    subject(entry, payload);
    payload.note("/" + SUBSCRIPTIONS, entry.locationOf(CHANNELS), entry.pathOf(CHANNELS));
    ArrayNode subscriptions = payload.json().putArray(SUBSCRIPTIONS);
    alerting.eachChannel(
        entry,
        (channel, activated, location) -> {
          String pointer = "/" + SUBSCRIPTIONS + "/" + subscriptions.size();
          payload.note(pointer, location, location.path());
          ObjectNode subscription = subscriptions.addObject();
          subscription.set(CHANNEL_ID, channel);
          subscription.set(
              ACTIVATED,
              activated == null
                  ? BooleanNode.TRUE
                  : payload.copy(activated, Shape.ANY, pointer + "/" + ACTIVATED, location.path()));
        });
    draft.add(entry, payload);
  }

  private void subject(Entry entry, Payload payload) {
    Value monitor = entry.get(MONITOR);
    Value group = entry.get(GROUP);
    Value tag = entry.get(TAG);
    if (monitor == null && group == null && tag == null) {
      draft.error(entry.location(), entry.path() + " must have a monitor, a group or a tag");
      return;
    }
    String second = group != null && monitor != null ? GROUP : TAG;
    if (entry.get(second) != null && (monitor != null || (tag != null && group != null))) {
      draft.error(
          entry.locationOf(second),
          entry.pathOf(second) + " must be absent beside " + (monitor == null ? GROUP : MONITOR));
      return;
    }
    refer(entry, payload, MONITOR, Section.MONITORS, CHECK_ID);
    refer(entry, payload, GROUP, Section.GROUPS, GROUP_ID);
  }

  private void refer(Entry entry, Payload payload, String name, Section section, String member) {
    Value value = entry.get(name);
    ObjectNode reference =
        value == null ? null : draft.reference(section, value, entry.pathOf(name));
    payload.set(
        member,
        reference == null ? JsonNodeFactory.instance.nullNode() : reference,
        entry.locationOf(name),
        entry.pathOf(name));
  }

  /**
   * Writes the references of a document as a file has them.
   *
   * @param names gives the name of a resource, null when it is not in the file
   */
  static void write(
      ObjectNode entry,
      ObjectNode document,
      BiFunction<ResourceType, String, @Nullable String> names) {
    entry.remove(Set.of(CHECK_ID, GROUP_ID, SUBSCRIPTIONS));
    if (!document.hasNonNull(TAG)) {
      boolean check = document.hasNonNull(CHECK_ID);
      String id = document.path(check ? CHECK_ID : GROUP_ID).asText();
      String name = names.apply(check ? ResourceType.CHECK : ResourceType.CHECK_GROUP, id);
      entry.put(check ? MONITOR : GROUP, name == null ? id : name);
    }
    ArrayNode channels = entry.arrayNode();
    for (JsonNode subscription : document.path(SUBSCRIPTIONS)) {
      String channel =
          names.apply(ResourceType.ALERT_CHANNEL, subscription.path(CHANNEL_ID).asText());
      if (channel != null) {
        AlertEntries.write(channels, channel, subscription.path(ACTIVATED).asBoolean());
      }
    }
    if (!channels.isEmpty()) {
      entry.set(CHANNELS, channels);
    }
  }
}
