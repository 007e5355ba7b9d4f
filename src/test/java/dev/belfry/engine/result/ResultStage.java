package dev.belfry.engine.result;

import dev.belfry.Access;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ResultRows;

/** A paused monitor with two locations, whose results the test writes itself. */
final class ResultStage {
  final TestApp app = TestApp.shared();
  final Tenant acme = app.newTenant();
  final ApiClient client = app.as(acme);
  final ResultRows rows = new ResultRows(app.database());
  final String check = monitor("Home", "");
  final int west = rows.series(check, "eu-west-1");
  final int east = rows.series(check, "us-east-1");

  /** The present, in milliseconds since 1970. */
  long now() {
    return rows.number("SELECT epoch_millis()");
  }

  /** One more paused monitor. */
  String monitor(String name, String more) {
    return client
        .post(
            "/v1/checks/url",
            """
            {"name":"%s","activated":false,"request":{"url":"https://e.org/"}%s}"""
                .formatted(name, more))
        .hasStatus(201)
        .id();
  }

  Access access() {
    return new Access(app, acme);
  }
}
