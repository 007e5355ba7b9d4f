package dev.belfry.statuspages.incident;

import dev.belfry.api.contract.Field;
import java.time.OffsetDateTime;

/**
 * A new incident update, or the correction of one that is public already. A correction keeps the
 * stored value of an absent member. The contract fills in the defaults of a new update.
 *
 * @param publicDate in UTC, cut to the millisecond; absent in a new update for now
 */
record IncidentUpdateDraft(
    Field<String> description,
    Field<IncidentStatus> status,
    Field<OffsetDateTime> publicDate,
    Field<Boolean> notifySubscribers) {}
