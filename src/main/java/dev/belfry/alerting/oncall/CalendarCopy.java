package dev.belfry.alerting.oncall;

import org.jspecify.annotations.Nullable;

/**
 * A calendar as its server gave it.
 *
 * @param text iCalendar
 * @param etag of the response, null without one
 * @param lastModified of the response, null without one
 */
record CalendarCopy(String text, @Nullable String etag, @Nullable String lastModified) {}
