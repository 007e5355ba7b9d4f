package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.AlertGroupActionStore.Counts;
import dev.belfry.api.http.LinkPage;

/** The pages behind the links that acknowledge an alert or a group of alerts. */
final class AcknowledgementPages {
  private static final String REMINDERS_STOP =
      "Reminders stop, and channels that wait for an acknowledgement stay silent.";

  private AcknowledgementPages() {}

  static LinkPage of(AlertActions.Shown alert) {
    if (!alert.open()) {
      return page("This problem has ended")
          .paragraph(alert.checkName() + " has recovered. There is nothing to acknowledge.");
    }
    return alert.acknowledged()
        ? page("The alert is acknowledged")
            .paragraph("You get no reminders about " + alert.checkName() + " until it recovers.")
            .note("Its recovery, and a change between degraded and failed, are still sent.")
        : page("Acknowledge this alert")
            .paragraph("Tell others that someone attends to " + alert.checkName() + "?")
            .button("Acknowledge")
            .note(REMINDERS_STOP);
  }

  static LinkPage of(Counts group) {
    if (group.open() == 0) {
      return page("This problem has ended")
          .paragraph("No monitor of this group fails. There is nothing to acknowledge.");
    }
    String monitors = group.open() == 1 ? "1 monitor" : "%,d monitors".formatted(group.open());
    return group.unattended() == 0
        ? page("The alerts are acknowledged")
            .paragraph("You get no reminders about " + monitors + " until something changes.")
            .note("A further monitor that fails, and recoveries, are still sent.")
        : page("Acknowledge these alerts")
            .paragraph("Tell others that someone attends to " + monitors + "?")
            .button("Acknowledge")
            .note(REMINDERS_STOP);
  }

  static LinkPage missing() {
    return page("This link does not work")
        .paragraph("It may be incomplete, or the alert is no longer stored.")
        .note("Copy the whole link from the message, or open the monitor in the console.");
  }

  private static LinkPage page(String heading) {
    return new LinkPage(heading, "Alert of a monitor");
  }
}
