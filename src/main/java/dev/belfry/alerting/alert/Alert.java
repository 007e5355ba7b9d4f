package dev.belfry.alerting.alert;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that is to be said of a check.
 *
 * @param reminder which one it is, from 1; 0 for an alert that is none
 * @param run the run that it is about, null when none is known
 * @param byRun whether that run decided it, as opposed to the clock
 * @param decided milliseconds since 1970
 * @param context what messages may say, JSON
 * @param channels who gets it
 */
record Alert(
    UUID id,
    CheckContext check,
    UUID episode,
    AlertType type,
    int reminder,
    @Nullable FinalResult run,
    boolean byRun,
    long decided,
    String context,
    List<Long> channels) {
  Alert {
    channels = List.copyOf(channels);
  }

  Alert withChannels(List<Long> recipients) {
    return new Alert(id, check, episode, type, reminder, run, byRun, decided, context, recipients);
  }
}
