import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.example.belfry.ApiClient;
import org.example.belfry.ApiException;
import org.example.belfry.api.ChecksApi;
import org.example.belfry.api.IncidentsApi;
import org.example.belfry.api.LocationsApi;
import org.example.belfry.api.ServicesApi;
import org.example.belfry.api.UrlMonitorsApi;
import org.example.belfry.model.Error;
import org.example.belfry.model.Incident;
import org.example.belfry.model.IncidentCreate;
import org.example.belfry.model.IncidentUpdate;
import org.example.belfry.model.IncidentUpdateCreate;
import org.example.belfry.model.Request;
import org.example.belfry.model.RetryStrategy;
import org.example.belfry.model.RetryStrategyOnlyOn;
import org.example.belfry.model.Service;
import org.example.belfry.model.ServiceReference;
import org.example.belfry.model.ServiceWrite;
import org.example.belfry.model.UrlMonitor;
import org.example.belfry.model.UrlMonitorCreate;
import org.example.belfry.model.UrlMonitorUpdate;

/** Works on the account of a key; prints facts as JSON. */
public class Journey {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + arguments[1]));
    Map<String, Object> facts = new LinkedHashMap<>();
    monitors(client, facts);
    incidents(client, facts);
    System.out.println("FACTS " + new ObjectMapper().writeValueAsString(facts));
  }

  private static void monitors(ApiClient client, Map<String, Object> facts) throws Exception {
    UrlMonitorsApi monitors = new UrlMonitorsApi(client);
    UrlMonitor monitor =
        monitors.createUrlMonitor(
            new UrlMonitorCreate()
                .name("Front page")
                .tags(List.of("shop"))
                .request(new Request().url("https://example.org/"))
                .retryStrategy(
                    new RetryStrategy()
                        .type(RetryStrategy.TypeEnum.FIXED)
                        .onlyOn(new RetryStrategyOnlyOn(Set.of("NETWORK_ERROR")))),
            null,
            null,
            null);
    facts.put("id", monitor.getId().toString());
    ChecksApi checks = new ChecksApi(client);
    facts.put("read", checks.readCheck(monitor.getId(), null, null, null).getUrlMonitor().getName());
    UrlMonitor updated =
        monitors.updateUrlMonitor(
            monitor.getId(), new UrlMonitorUpdate().name("Shop"), null, null, null);
    facts.put("updated", updated.getName());
    facts.put("tags", updated.getTags());
    facts.put("onlyOn", updated.getRetryStrategy().getOnlyOn().toString());
    facts.put("locations", new LocationsApi(client).listLocations(null, null).size());
    try {
      monitors.createUrlMonitor(
          new UrlMonitorCreate().name("").request(new Request().url("https://example.org/")),
          null,
          null,
          null);
    } catch (ApiException refused) {
      Error error =
          ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), Error.class);
      facts.put("refused", error.getStatusCode());
      facts.put("message", error.getMessage());
    }
  }

  private static void incidents(ApiClient client, Map<String, Object> facts) throws Exception {
    Service service = new ServicesApi(client).createService(new ServiceWrite().name("Web"), null, null);
    IncidentsApi incidents = new IncidentsApi(client);
    Incident incident =
        incidents.createIncident(
            new IncidentCreate()
                .name("Shop unavailable")
                .severity(IncidentCreate.SeverityEnum.MAJOR)
                .services(List.of(new ServiceReference().id(service.getId())))
                .incidentUpdates(
                    List.of(
                        new IncidentUpdateCreate()
                            .status(IncidentUpdateCreate.StatusEnum.INVESTIGATING)
                            .description("We look into it."))),
            null,
            null);
    facts.put("incident", incident.getId().toString());
    IncidentUpdate resolved =
        incidents.createIncidentUpdate(
            incident.getId(),
            new IncidentUpdateCreate()
                .status(IncidentUpdateCreate.StatusEnum.RESOLVED)
                .description("The shop answers again."),
            null,
            null);
    facts.put("resolved", resolved.getStatus().getValue());
    List<String> ids = new ArrayList<>();
    incidents
        .listIncidents(null, null, null, null)
        .getEntries()
        .forEach(one -> ids.add(one.getId().toString()));
    facts.put("incidents", ids);
  }
}
