package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.LinkForm;
import dev.belfry.api.http.LinkForm.Choice;
import dev.belfry.api.http.LinkPage;
import dev.belfry.statuspages.subscription.LinkStore.Known;
import dev.belfry.statuspages.subscription.SettingsStore.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The page on which a subscriber ends or changes a subscription. */
final class SettingsPage {
  private static final int LONGEST_ZONE = 64;

  private SettingsPage() {}

  /** Asks whether to unsubscribe, and shows the choice. */
  static LinkPage of(Settings settings) {
    Known known = settings.known();
    LinkPage page =
        LinkTexts.page("Unsubscribe")
            .paragraph(
                "Stop sending incident updates of "
                    + known.pageName()
                    + " to "
                    + known.address()
                    + "?")
            .button("Unsubscribe")
            .section("Or change it");
    List<UUID> chosen = settings.choice().services();
    if (chosen != null && chosen.isEmpty()) {
      page.paragraph(
          "The page no longer shows the services that you chose, so you receive updates of all.");
    }
    return page.form(form(settings), "Save");
  }

  static LinkPage saved(Known known) {
    return LinkTexts.page("Your choice is saved")
        .paragraph("It holds for incident updates of " + known.pageName() + " from now on.")
        .link(known.pageUrl(), "Go to the status page");
  }

  /** Says why a choice was not saved. */
  static LinkPage refused(String problem) {
    return LinkTexts.page("Your choice is not saved")
        .paragraph(problem)
        .note("Go back and try again.");
  }

  private static LinkForm form(Settings settings) {
    // The address of the page ends with /unsubscribe.
    LinkForm form = new LinkForm("settings");
    List<UUID> chosen = settings.choice().services();
    List<Choice> services = new ArrayList<>();
    for (int i = 0; i < settings.ids().size(); i++) {
      UUID id = settings.ids().get(i);
      services.add(
          new Choice(
              id.toString(), settings.names().get(i), chosen != null && chosen.contains(id)));
    }
    if (!services.isEmpty()) {
      form.boxes(
          ChoiceDraft.SERVICES,
          "Services",
          "Tick the services whose incidents you want to hear of. With none ticked it is all"
              + " services, also those added later.",
          services);
    }
    DigestSchedule schedule = settings.choice().schedule();
    if (settings.type().takesDigests()) {
      List<Choice> hours = new ArrayList<>();
      for (int hour = 0; hour < 24; hour++) {
        hours.add(
            new Choice(
                Integer.toString(hour),
                String.format(Locale.ROOT, "%02d:00", hour),
                hour == schedule.hour()));
      }
      form.selection(ChoiceDraft.FREQUENCY, "Messages", frequencies(schedule.frequency()))
          .selection(ChoiceDraft.HOUR, "Digests come at", hours)
          .text(
              ChoiceDraft.TIMEZONE,
              "in the time zone, such as Europe/Berlin",
              schedule.isImmediate() ? "UTC" : schedule.zone().getId(),
              LONGEST_ZONE);
    }
    return form;
  }

  private static List<Choice> frequencies(DigestFrequency chosen) {
    List<Choice> choices = new ArrayList<>();
    for (DigestFrequency frequency : DigestFrequency.values()) {
      String label =
          switch (frequency) {
            case IMMEDIATE -> "One for each update";
            case DAILY -> "A digest every day";
            case WEEKLY -> "A digest every Monday";
          };
      choices.add(new Choice(frequency.name(), label, frequency == chosen));
    }
    return choices;
  }
}
