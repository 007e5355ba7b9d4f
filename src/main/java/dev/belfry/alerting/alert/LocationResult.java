package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.Verdict;

/**
 * The final result of one check at one location.
 *
 * @param slot the scheduled time, milliseconds since 1970
 * @param ended end of its last attempt, milliseconds since 1970
 */
public record LocationResult(String location, long slot, Verdict verdict, long ended) {}
