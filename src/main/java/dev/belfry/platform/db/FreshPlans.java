package dev.belfry.platform.db;

import io.vertx.sqlclient.SqlConnection;

/** Plans statements anew where tables may have just grown a thousandfold. */
public final class FreshPlans {
  private FreshPlans() {}

  /**
   * Has the rest of the transaction planned for the tables as they are. A connection otherwise
   * keeps plans, those of foreign keys too, that were made when a table was one page, and reads it
   * whole for every row, until the server has analysed it again. No request waits for it: it is
   * sent before the statements it is for.
   */
  public static void require(SqlConnection connection) {
    connection
        .preparedQuery("SELECT set_config('plan_cache_mode', 'force_custom_plan', true)")
        .execute();
  }
}
