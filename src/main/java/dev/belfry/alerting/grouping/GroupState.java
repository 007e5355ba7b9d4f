package dev.belfry.alerting.grouping;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an open group.
 *
 * @param revision number of its messages so far
 * @param repeats how many of the last messages in a row had no news
 * @param told when the last message was queued, milliseconds since 1970, null before one
 */
record GroupState(int revision, int repeats, @Nullable Long told) {
  static final GroupState NEW = new GroupState(0, 0, null);
}
