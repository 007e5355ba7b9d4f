package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import java.util.List;

/**
 * How a channel groups its alerts.
 *
 * @param by what the alerts of a group have in common, empty for one group of all
 * @param waitSeconds before the first message of a group
 * @param intervalSeconds between messages of a group
 * @param repeatMinutes until a message without news is repeated
 */
record GroupingDraft(
    Field<List<String>> by,
    Field<Integer> waitSeconds,
    Field<Integer> intervalSeconds,
    Field<Integer> repeatMinutes) {}
