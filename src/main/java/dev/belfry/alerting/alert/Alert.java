package dev.belfry.alerting.alert;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An alert event to record and to send to channels.
 *
 * @param reminder number of the reminder from 1; 0 for other alerts
 * @param run the result that it is about, null when it is unknown
 * @param byRun whether that result raised it, as opposed to the clock
 * @param decided milliseconds since 1970
 * @param context of messages, JSON
 * @param stages which channels may receive it
 * @param channels ids of the receiving channels
 * @param holder what held it, null for an alert that is told
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
    Stages stages,
    List<Long> channels,
    @Nullable Holder holder) {
  Alert {
    channels = List.copyOf(channels);
  }

  Alert withContext(String known) {
    return new Alert(
        id, check, episode, type, reminder, run, byRun, decided, known, stages, channels, holder);
  }

  Alert withChannels(List<Long> recipients) {
    return new Alert(
        id,
        check,
        episode,
        type,
        reminder,
        run,
        byRun,
        decided,
        context,
        stages,
        recipients,
        holder);
  }
}
