package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceResourceIT {
  private final ResourceFixture stage =
      new ResourceFixture(
          database -> new ServiceResource(database, ResourceFixture.IDS, ResourceFixture.CLOCK));

  private static List<String> names(String prefix, int count) {
    return ResourceFixture.many(count, "{\"name\":\"" + prefix + "%s\"}");
  }

  @Test
  void servicesLive() {
    stage.live(names("s", 2), names("t", 2));
  }

  @Test
  void aThousandLive() {
    stage.live(names("s", 1000), names("t", 1000));
  }

  @Test
  void aDeletedServiceReleasesItsMonitors() {
    List<DesiredResource> services = stage.inserted(names("s", 2));
    String monitor = monitor(services.get(0).id());
    String kept = monitor(services.get(1).id());

    stage.delete(services.get(0));

    assertThat(stage.client.get("/v1/checks/" + monitor).at("/triggerIncident").isNull()).isTrue();
    assertThat(stage.client.get("/v1/checks/" + kept).at("/triggerIncident/serviceId").asText())
        .isEqualTo(services.get(1).id());
    assertThat(stage.read(services)).containsOnlyKeys(services.get(1).id());
  }

  private String monitor(String service) {
    return stage.make(
        "/v1/checks/url",
        """
        {"name":"Home","activated":false,"request":{"url":"https://example.org"},
         "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"Down",
           "description":"d","notifySubscribers":false}}"""
            .formatted(service));
  }

  @Test
  void aDeployedServiceIsOneLikeAnyOther() {
    DesiredResource service = stage.inserted("{\"name\":\"Web\"}");

    stage
        .client
        .get("/v1/status-pages/services/" + service.id())
        .hasStatus(200)
        .matchesContract("readService");
  }

  @Test
  void aServiceIsItsNameAlone() {
    assertThat(stage.document("{\"name\":\"Web\",\"id\":\"x\"}").toString())
        .isEqualTo("{\"name\":\"Web\"}");
    assertThat(stage.faults("{\"name\":\"\"}")).singleElement().asString().startsWith("/name ");
  }

  @Test
  void twoMayHaveOneName() {
    assertThat(stage.complaints(stage.items(List.of("{\"name\":\"a\"}", "{\"name\":\"a\"}"))))
        .isEmpty();
  }

  @Test
  void whatIsNoIdNamesNothing() {
    assertThat(stage.read("42")).isEmpty();
  }
}
