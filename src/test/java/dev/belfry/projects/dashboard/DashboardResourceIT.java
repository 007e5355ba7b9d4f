package dev.belfry.projects.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.ResourceFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class DashboardResourceIT {
  private final ResourceFixture stage = new ResourceFixture(database -> new DashboardResource());

  @Test
  void aDashboardIsKeptAsItIs() {
    stage.live(
        List.of(
            """
            {"b":{"z":[1,2.50,1e3,null,true,"\u00e4"]},"a":12345678901234567890.123456789}""",
            "{}"),
        List.of("{\"header\":\"Acme\"}", "{\"x\":0}"));
  }

  @Test
  void aThousandTakeOneStatement() {
    stage.live(
        ResourceFixture.many(1000, "{\"name\":\"d%s\"}"),
        ResourceFixture.many(1000, "{\"name\":\"e%s\"}"));
  }

  @Test
  void nothingIsWrongWithSeveral() {
    assertThat(stage.complaints(stage.items(List.of("{\"a\":1}", "{\"a\":1}")))).isEmpty();
  }
}
