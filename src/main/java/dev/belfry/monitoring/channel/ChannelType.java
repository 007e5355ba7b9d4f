package dev.belfry.monitoring.channel;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Kinds of alert channels, named as on the wire, with the members their configuration has. */
// Both lists are immutable.
@SuppressWarnings("ImmutableEnumChecker")
public enum ChannelType {
  EMAIL(List.of("address"), List.of()),
  SLACK(List.of("url"), List.of("channel")),
  SLACK_APP(List.of(), List.of("channel")),
  WEBHOOK(
      List.of("url"),
      List.of(
          "name",
          "method",
          "headers",
          "queryParameters",
          "template",
          "webhookType",
          "webhookSecret")),
  SMS(List.of("number"), List.of("name")),
  CALL(List.of("number"), List.of("name")),
  OPSGENIE(List.of("name", "apiKey"), List.of("region", "priority")),
  PAGERDUTY(List.of("serviceKey"), List.of("account", "serviceName"));

  /** Members, of any type, that can be written and never read. */
  static final Set<String> SECRETS = Set.of("webhookSecret", "apiKey", "serviceKey");

  private final List<String> required;
  private final List<String> members;

  ChannelType(List<String> required, List<String> optional) {
    this.required = required;
    this.members = Stream.concat(required.stream(), optional.stream()).toList();
  }

  /** Members that must have a value. */
  List<String> required() {
    return required;
  }

  /** All members that belong to the type; any other is not stored. */
  List<String> members() {
    return members;
  }
}
