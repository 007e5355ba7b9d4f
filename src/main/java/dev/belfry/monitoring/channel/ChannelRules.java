package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.ChannelDraft.SubscriberDraft;
import dev.belfry.monitoring.check.HeaderRules;
import dev.belfry.monitoring.check.MailAddress;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of an alert channel that its schema cannot say. */
final class ChannelRules {
  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9][0-9 ().-]{4,30}");

  private ChannelRules() {}

  /** What is wrong with a draft of a new channel. */
  static List<Violation> ofNew(ChannelDraft draft) {
    List<Violation> violations = ofSubscriptions(draft.subscriptions());
    violations.addAll(draft.flags().timing().violations());
    ChannelType type = draft.type().value();
    ChannelConfig config = draft.config().value();
    if (type != null && config != null) {
      violations.addAll(ofConfig(type, config));
      violations.addAll(
          ofReports(type, Boolean.TRUE.equals(draft.flags().objectiveReport().value())));
      violations.addAll(CredentialMask.leftIn(type, config));
      OnCallLink link = draft.flags().timing().onCall().value();
      violations.addAll(ofPerson(type, config, link == null || link.person().value() != null));
    }
    return violations;
  }

  /** A member is known by the own address, unless the calendar has another name. */
  static List<Violation> ofPerson(ChannelType type, ChannelConfig config, boolean named) {
    if (named || (type == ChannelType.MEMBER && !ChannelMembers.isTeam(config))) {
      return List.of();
    }
    String whom = type == ChannelType.MEMBER ? "for a team" : "of type " + type;
    return List.of(new Violation("/onCall/person", "is required for a channel " + whom));
  }

  /**
   * What is wrong with a draft of an update, as far as it can be told from the draft alone: the
   * type and the secrets may be stored.
   */
  static List<Violation> ofUpdate(ChannelDraft draft) {
    List<Violation> violations = ofSubscriptions(draft.subscriptions());
    violations.addAll(draft.flags().timing().violations());
    ChannelType type = draft.type().value();
    ChannelConfig config = draft.config().value();
    if (type != null && config != null) {
      violations.addAll(ofConfig(type, config, true));
    }
    return violations;
  }

  /** Reports are e-mails, so no other channel can ask for them. */
  static List<Violation> ofReports(ChannelType type, boolean asked) {
    return asked && type != ChannelType.EMAIL
        ? List.of(
            new Violation(
                "/objectiveReport",
                "must be false or absent for a channel of type "
                    + type
                    + ": only a channel of type EMAIL gets reports"))
        : List.of();
  }

  /** What is wrong with a configuration as it would be stored. */
  static List<Violation> ofConfig(ChannelType type, ChannelConfig config) {
    return ofConfig(type, config, false);
  }

  private static List<Violation> ofConfig(
      ChannelType type, ChannelConfig config, boolean secretsMayBeStored) {
    List<Violation> violations = new ArrayList<>(0);
    for (ConfigMember member : type.required()) {
      String value = config.value(member);
      boolean stored = secretsMayBeStored && member.isSecret() && !config.text(member).isPresent();
      if (!value.isBlank()) {
        violations.addAll(ofValue(member, value));
      } else if (!stored) {
        violations.add(violation(member, "is required for a channel of type " + type));
      }
    }
    violations.addAll(
        switch (type) {
          case SLACK_APP -> ofSlackChannels(config);
          case WEBHOOK -> ofWebhook(config);
          case MEMBER -> ofMember(config);
          case EMAIL, SLACK, SMS, CALL, OPSGENIE, PAGERDUTY -> List.of();
        });
    return violations;
  }

  /** It is for a person or for a team. */
  private static List<Violation> ofMember(ChannelConfig config) {
    boolean person = !config.value(ConfigMember.USER_ID).isBlank();
    boolean team = !config.value(ConfigMember.TEAM_ID).isBlank();
    if (person != team) {
      return List.of();
    }
    String problem = person ? "must be absent when %s is given" : "is required unless %s is given";
    return List.of(
        violation(ConfigMember.USER_ID, problem.formatted(ConfigMember.TEAM_ID.wire())),
        violation(ConfigMember.TEAM_ID, problem.formatted(ConfigMember.USER_ID.wire())));
  }

  private static List<Violation> ofSlackChannels(ChannelConfig config) {
    List<String> named = config.slackChannels().value();
    boolean none =
        (named == null || named.isEmpty()) && config.value(ConfigMember.CHANNEL).isBlank();
    return none
        ? List.of(
            new Violation(
                "/config/slackChannels", "must name a channel for a channel of type SLACK_APP"))
        : List.of();
  }

  private static List<Violation> ofWebhook(ChannelConfig config) {
    List<Violation> violations = new ArrayList<>(TemplateRules.of(config));
    violations.addAll(PresetRules.of(config));
    violations.addAll(ofHeaders(config.headers().value()));
    return violations;
  }

  private static List<Violation> ofHeaders(@Nullable List<ChannelConfig.KeyValue> headers) {
    List<Violation> violations = new ArrayList<>(0);
    for (int i = 0; headers != null && i < headers.size(); i++) {
      String path = "/config/headers/" + i;
      HeaderRules.checkName(path + "/key", headers.get(i).key().value(), violations);
      HeaderRules.checkValue(path + "/value", headers.get(i).value().value(), violations);
    }
    return violations;
  }

  /** What is wrong with one subscription, seen from its own object. */
  static List<Violation> ofSubscription(SubscriberDraft subscription) {
    boolean check = subscription.checkId().value() != null;
    boolean group = subscription.groupId().value() != null;
    if (check && group) {
      return List.of(new Violation("/groupId", "must be absent when checkId is given"));
    }
    return check || group
        ? List.of()
        : List.of(new Violation("/checkId", "is required unless groupId is given"));
  }

  private static List<Violation> ofSubscriptions(Field<List<SubscriberDraft>> sent) {
    List<Violation> violations = new ArrayList<>(0);
    List<SubscriberDraft> list = sent.value();
    if (list == null) {
      return violations;
    }
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String prefix = "/subscriptions/" + i;
      SubscriberDraft one = list.get(i);
      ofSubscription(one).forEach(violation -> violations.add(violation.within(prefix)));
      String check = one.checkId().value();
      if (check != null && !seen.add(check.toLowerCase(Locale.ROOT))) {
        violations.add(new Violation(prefix + "/checkId", "must not appear twice"));
      }
      Long group = one.groupId().value();
      if (group != null && !seen.add(group)) {
        violations.add(new Violation(prefix + "/groupId", "must not appear twice"));
      }
    }
    return violations;
  }

  private static List<Violation> ofValue(ConfigMember member, String value) {
    String problem =
        switch (member) {
          case ADDRESS ->
              MailAddress.isWellFormed(value)
                  ? ""
                  : "must be one e-mail address such as ops@example.com";
          case URL ->
              WebAddress.isWellFormed(value)
                  ? ""
                  : "must be an http or https address such as https://example.com/hook";
          case NUMBER ->
              NUMBER.matcher(value).matches()
                  ? ""
                  : "must be a telephone number with country code such as +49 30 1234567";
          default -> "";
        };
    return problem.isEmpty() ? List.of() : List.of(violation(member, problem));
  }

  private static Violation violation(ConfigMember member, String message) {
    return new Violation("/config/" + member.wire(), message);
  }
}
