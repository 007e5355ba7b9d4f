package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.domain.DomainPolicies;
import dev.belfry.testing.ContractBodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the payload of a page. */
class PageResourceTest {
  private static final String GUID = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f";
  private final List<Violation> violations = new ArrayList<>();

  private ObjectNode document(String payload) {
    return PageDocument.of(
        JsonText.parse(payload.replace('\'', '"')),
        new ContractBodies(),
        violations,
        DomainPolicies.usual());
  }

  @Test
  void aHostOfTheServiceIsAFault() {
    assertThat(faults("{'name':'x','url':'x','customDomain':'api.Example.com','cards':[]}"))
        .containsExactly("/customDomain must not be a host name of this service");
  }

  private List<String> faults(String payload) {
    document(payload);
    return violations.stream().map(fault -> fault.path() + " " + fault.message()).toList();
  }

  @Test
  void absentMembersTakeTheirDefaults() {
    assertThat(document("{'name':'Acme','url':'Acme','cards':[{'name':'A'}]}"))
        .isEqualTo(
            JsonText.parse(
                """
                {"name":"Acme","url":"acme","customDomain":null,"description":null,"logo":null,
                 "logoDark":null,"favicon":null,"redirectTo":null,"defaultTheme":"AUTO",
                 "themeColors":null,"isPrivate":false,"smsSubscribers":false,
                 "slackSubscribers":false,"cards":[{"name":"A","services":[]}]}"""));
    assertThat(violations).isEmpty();
  }

  @Test
  void servicesMayBeIdsOrObjectsAndCardsHaveNoIds() {
    ObjectNode document =
        document(
            "{'name':'Acme','url':'acme','cards':[{'name':'A','id':'x','services':['"
                + GUID.toUpperCase(java.util.Locale.ROOT)
                + "']},{'name':'B','services':[{'id':'"
                + GUID
                + "'}]}]}");

    assertThat(violations).isEmpty();
    assertThat(document.at("/cards/0").toString())
        .isEqualTo("{\"name\":\"A\",\"services\":[{\"id\":\"" + GUID + "\"}]}");
    assertThat(document.at("/cards/1/services/0/id").asText()).isEqualTo(GUID);
  }

  @Test
  void componentsAreRefusedWithWhatToUseInstead() {
    assertThat(faults("{'name':'Acme','url':'acme','version':3}"))
        .containsExactly(
            "/version must not be 3: Belfry has no pages with components; describe the page with"
                + " cards, each with a name and a list of services, and leave out version");
  }

  @Test
  void theGenerationWithCardsMayBeNamed() {
    assertThat(document("{'name':'Acme','url':'acme','cards':[],'version':2}").has("version"))
        .isFalse();
    assertThat(violations).isEmpty();
  }

  @Test
  void everyFaultIsNamed() {
    assertThat(
            faults(
                "{'url':'a b','customDomain':'x','cards':[{'services':[7]},'no',"
                    + "{'name':'A','services':['"
                    + GUID
                    + "',{'id':'"
                    + GUID
                    + "'}]}]}"))
        .anyMatch(fault -> fault.startsWith("/name "))
        .anyMatch(fault -> fault.startsWith("/url "))
        .anyMatch(fault -> fault.startsWith("/customDomain "))
        .anyMatch(fault -> fault.startsWith("/cards/0/name "))
        .anyMatch(fault -> fault.startsWith("/cards/0/services/0"))
        .anyMatch(fault -> fault.startsWith("/cards/1"));
  }
}
