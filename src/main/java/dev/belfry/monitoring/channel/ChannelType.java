package dev.belfry.monitoring.channel;

import static dev.belfry.monitoring.channel.ConfigMember.ACCOUNT;
import static dev.belfry.monitoring.channel.ConfigMember.ADDRESS;
import static dev.belfry.monitoring.channel.ConfigMember.API_KEY;
import static dev.belfry.monitoring.channel.ConfigMember.CHANNEL;
import static dev.belfry.monitoring.channel.ConfigMember.METHOD;
import static dev.belfry.monitoring.channel.ConfigMember.NAME;
import static dev.belfry.monitoring.channel.ConfigMember.NUMBER;
import static dev.belfry.monitoring.channel.ConfigMember.PRIORITY;
import static dev.belfry.monitoring.channel.ConfigMember.REGION;
import static dev.belfry.monitoring.channel.ConfigMember.SERVICE_KEY;
import static dev.belfry.monitoring.channel.ConfigMember.SERVICE_NAME;
import static dev.belfry.monitoring.channel.ConfigMember.TEAM_ID;
import static dev.belfry.monitoring.channel.ConfigMember.TEMPLATE;
import static dev.belfry.monitoring.channel.ConfigMember.URL;
import static dev.belfry.monitoring.channel.ConfigMember.USER_ID;
import static dev.belfry.monitoring.channel.ConfigMember.WEBHOOK_SECRET;
import static dev.belfry.monitoring.channel.ConfigMember.WEBHOOK_TYPE;

import java.util.List;
import java.util.stream.Stream;

/**
 * Types of alert channels, named as on the wire, with the texts that their configuration has. A
 * webhook also has headers and query parameters, a Slack app has channels. A member is a person or
 * a team.
 */
// Both lists are immutable.
@SuppressWarnings("ImmutableEnumChecker")
public enum ChannelType {
  EMAIL(List.of(ADDRESS), List.of()),
  SLACK(List.of(URL), List.of(CHANNEL)),
  SLACK_APP(List.of(), List.of(CHANNEL, URL)),
  WEBHOOK(List.of(URL), List.of(NAME, METHOD, TEMPLATE, WEBHOOK_TYPE, WEBHOOK_SECRET)),
  SMS(List.of(NUMBER), List.of(NAME)),
  CALL(List.of(NUMBER), List.of(NAME)),
  OPSGENIE(List.of(NAME, API_KEY), List.of(REGION, PRIORITY)),
  PAGERDUTY(List.of(SERVICE_KEY), List.of(ACCOUNT, SERVICE_NAME, WEBHOOK_SECRET)),
  MEMBER(List.of(), List.of(USER_ID, TEAM_ID, NAME));

  private final List<ConfigMember> required;
  private final List<ConfigMember> members;

  ChannelType(List<ConfigMember> required, List<ConfigMember> optional) {
    this.required = required;
    this.members = Stream.concat(required.stream(), optional.stream()).toList();
  }

  /** Members that must have a value. */
  List<ConfigMember> required() {
    return required;
  }

  /** All members that belong to the type; any other is not stored. */
  List<ConfigMember> members() {
    return members;
  }
}
