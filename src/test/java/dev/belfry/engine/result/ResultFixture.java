package dev.belfry.engine.result;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ResultRows;

/** A paused monitor with two locations, whose results the test writes itself. */
public final class ResultFixture {
  public final TestApp app = TestApp.shared();
  public final Tenant acme = app.newTenant();
  public final ApiClient client = app.as(acme);
  public final ResultRows rows = new ResultRows(app.database());
  public final String check = monitor("Home", "");
  public final int west = rows.series(check, "eu-west-1");
  public final int east = rows.series(check, "us-east-1");

  /** The present, in milliseconds since 1970. */
  public long now() {
    return rows.number("SELECT epoch_millis()");
  }

  /** One more paused monitor. */
  public String monitor(String name, String more) {
    return client
        .post(
            "/v1/checks/url",
            """
            {"name":"%s","activated":false,"request":{"url":"https://e.org/"}%s}"""
                .formatted(name, more))
        .hasStatus(201)
        .id();
  }

  public Access access() {
    return new Access(app, acme);
  }
}
