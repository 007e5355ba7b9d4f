package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/** Reads the keys about alerts and retries, which groups and monitors share. */
final class AlertEntries {
  private static final String POLICY = "alertEscalationPolicy";
  private static final String SETTINGS = "alertSettings";
  private static final String GLOBAL = "useGlobalAlertSettings";
  private static final String CHANNELS = "alertChannels";
  private static final String RETRY = "retryStrategy";

  private final ManifestBuilder draft;
  private final Shapes shapes;

  AlertEntries(ManifestBuilder draft, Shapes shapes) {
    this.draft = draft;
    this.shapes = shapes;
  }

  /** The escalation policy: {@code global}, or alert settings of its own, or nothing. */
  void policy(Entry entry, Payload payload) {
    Value policy = entry.get(POLICY);
    if (policy == null) {
      return;
    }
    String path = entry.pathOf(POLICY);
    SourceLocation location = entry.locationOf(POLICY);
    for (String raw : new String[] {SETTINGS, GLOBAL}) {
      if (entry.get(raw) != null) {
        draft.error(entry.locationOf(raw), entry.pathOf(raw) + " must be absent beside " + POLICY);
      }
    }
    if (policy.isObject()) {
      payload.note("/" + SETTINGS, location, path);
      payload
          .json()
          .set(
              SETTINGS,
              payload.copy(policy, shapes.of(entry.section(), SETTINGS), "/" + SETTINGS, path));
      payload.set(GLOBAL, BooleanNode.FALSE, location, path);
    } else if (policy.text().equals("global")) {
      payload.set(GLOBAL, BooleanNode.TRUE, location, path);
    } else {
      draft.error(location, path + " must be global, or an object of alert settings");
    }
  }

  /** The retry strategy: an object, {@code none}, or nothing. */
  void retry(Entry entry, Payload payload) {
    Value.Member member = entry.value().members().get(RETRY);
    if (member == null) {
      return;
    }
    String path = entry.pathOf(RETRY);
    if (member.value().isObject()) {
      payload.put(RETRY, member, shapes.of(entry.section(), RETRY), path);
    } else if (member.value().text().equals("none")) {
      payload.set(RETRY, JsonNodeFactory.instance.nullNode(), member.location(), path);
    } else {
      draft.error(member.location(), path + " must be none, or an object with a type");
    }
  }

  /** Takes the channels of an entry. */
  @FunctionalInterface
  interface ChannelVisit {
    /**
     * One channel.
     *
     * @param activated whether it is used, null when the entry does not say so
     */
    void channel(ObjectNode reference, @Nullable Value activated, SourceLocation location);
  }

  /**
   * Subscribes a monitor or a group to its channels.
   *
   * @param member of a subscription that names the monitor or group
   */
  void channels(Entry entry, String member) {
    eachChannel(
        entry,
        (channel, activated, location) -> subscribe(entry, member, channel, activated, location));
  }

  /** Writes a channel as {@link #eachChannel} reads it. */
  static void write(ArrayNode channels, String channel, boolean activated) {
    if (activated) {
      channels.add(channel);
    } else {
      channels.addObject().put("id", channel).put("activated", false);
    }
  }

  /** Visits the channels of an entry: {@code [ops, 42, {id: quiet, activated: false}]}. */
  void eachChannel(Entry entry, ChannelVisit visit) {
    Value channels = entry.get(CHANNELS);
    if (channels == null) {
      return;
    }
    if (!channels.isList()) {
      draft.error(
          entry.locationOf(CHANNELS), entry.pathOf(CHANNELS) + " must be a list of channels");
      return;
    }
    for (int i = 0; i < channels.items().size(); i++) {
      channel(visit, channels.items().get(i), entry.pathOf(CHANNELS) + "[" + i + "]");
    }
  }

  private void channel(ChannelVisit visit, Value item, String path) {
    Value id = item;
    Value activated = null;
    if (item.isObject()) {
      Value.Member named = item.members().get("id");
      if (named == null
          || !item.members().keySet().stream()
              .allMatch(key -> key.equals("id") || key.equals("activated"))) {
        draft.error(item.location(), path + " must be a channel, or an object of id and activated");
        return;
      }
      id = named.value();
      activated =
          item.members().containsKey("activated") ? item.members().get("activated").value() : null;
    }
    ObjectNode channel = draft.reference(Section.CHANNELS, id, path);
    if (channel != null) {
      visit.channel(channel, activated, item.location().at(path));
    }
  }

  private void subscribe(
      Entry entry,
      String member,
      ObjectNode channel,
      @Nullable Value activated,
      SourceLocation location) {
    Payload payload = new Payload(location, draft.errors());
    payload.json().set("alertChannelId", channel);
    payload.json().set(member, ManifestBuilder.ref(entry.logicalId()));
    payload
        .json()
        .set(
            "activated",
            activated == null
                ? BooleanNode.TRUE
                : payload.copy(activated, Shape.ANY, "/activated", location.path()));
    draft.add(
        ResourceType.SUBSCRIPTION,
        entry.section().type().wire()
            + "-"
            + ResourceType.SUBSCRIPTION.wire()
            + "#"
            + entry.logicalId()
            + "#"
            + channel.path("ref").asText(),
        payload);
  }
}
