package dev.belfry.engine.result;

import dev.belfry.platform.db.SqlResource;

/** The part of statements that sums results over spans of time, as SQL. */
public final class SumStatement {
  /** The hours of a day as an array in SQL, of which the planner knows the length. */
  public static final String HOURS_OF_DAY =
      "'{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'::int[]";

  private static final String SUMS = SqlResource.read(SumStatement.class, "sum-results.sql");

  private static final String PHASES =
      """
      , sum(phase_micros(r.dns)) AS dns, sum(phase_micros(r.tcp)) AS tcp,
          sum(phase_micros(r.tls)) AS tls, sum(phase_micros(r.first_byte)) AS first_byte,
          sum(phase_micros(r.download)) AS download
      """;

  private static final String PHASE_SUMS =
      """
      , coalesce(sum(b.dns) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint AS dns_us,
          coalesce(sum(b.tcp) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint AS tcp_us,
          coalesce(sum(b.tls) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint AS tls_us,
          coalesce(sum(b.first_byte) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint
            AS first_byte_us,
          coalesce(sum(b.download) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint AS download_us
      """;

  private SumStatement() {}

  /**
   * Queries that go between {@code WITH spans AS (...),} and the statement that reads {@code
   * summed}, a row for each span with results.
   *
   * @param since SQL of a time that no span begins before, milliseconds since 1970
   */
  public static String sums(String since) {
    return fill(since, "", "");
  }

  /** The same with the sums of phases. */
  public static String withPhases(String since) {
    return fill(since, PHASES, PHASE_SUMS);
  }

  private static String fill(String since, String phases, String sums) {
    return SUMS.replace("{since}", since).replace("{phases}", phases).replace("{phase_sums}", sums);
  }
}
