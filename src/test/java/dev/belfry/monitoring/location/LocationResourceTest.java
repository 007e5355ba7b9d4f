package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import dev.belfry.testing.ContractBodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the payload of a location. */
class LocationResourceTest {
  private final List<Violation> violations = new ArrayList<>();

  private ObjectNode document(String payload) {
    return LocationDocument.ofPayload(
        JsonText.parse(payload.replace('\'', '"')), new ContractBodies(), violations);
  }

  @Test
  void absentMembersTakeTheirDefaults() {
    assertThat(document("{'name':'Cellar','slugName':'cellar','keys':[]}"))
        .isEqualTo(
            JsonText.parse(
                """
                {"name":"Cellar","slugName":"cellar","icon":"location","proxyUrl":null}"""));
    assertThat(violations).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':'n','slugName':'eu-west-1'} | /slugName",
        "{'name':'n','slugName':'a b'} | /slugName",
        "{'name':'n','slugName':'default'} | /slugName",
        "{'name':'','slugName':'a'} | /name",
        "{'name':'n'} | /slugName",
        "{'name':'n','slugName':'a','proxyUrl':'http://u:****@p'} | /proxyUrl",
        "{'name':'n','slugName':'a','proxyUrl':'http://proxy:99999/'} | /proxyUrl",
        "{'name':'n','slugName':'a','proxyUrl':'http://proxy:0'} | /proxyUrl",
        "{'name':'n','slugName':'a','proxyUrl':'http://p\\u0085/'} | /proxyUrl",
      })
  void faultsAreNamed(String payload, String path) {
    document(payload);

    assertThat(violations).isNotEmpty().allMatch(fault -> fault.path().equals(path));
  }

  @ParameterizedTest(name = "{0} is shown as {1}")
  @CsvSource({
    "http://user:pass@proxy:3128, http://user:****@proxy:3128",
    "http://proxy:3128, http://proxy:3128",
  })
  void passwordsAreMasked(String address, String shown) {
    ObjectNode document = document("{'name':'n','slugName':'a','proxyUrl':'" + address + "'}");

    assertThat(LocationDocument.masked(document).path("proxyUrl").asText()).isEqualTo(shown);
    assertThat(document.path("proxyUrl").asText()).isEqualTo(address);
  }
}
