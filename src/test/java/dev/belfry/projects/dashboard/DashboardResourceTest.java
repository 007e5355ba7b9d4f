package dev.belfry.projects.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DashboardResourceTest {
  private final DashboardResource kind = new DashboardResource();
  private final ObjectNode payload = JsonNodeFactory.instance.objectNode();

  private List<String> faults() {
    List<Violation> violations = new ArrayList<>();
    kind.document(payload, (operation, body, faults) -> body, violations);
    return violations.stream().map(fault -> fault.path() + " " + fault.message()).toList();
  }

  @Test
  void anyObjectIsADashboard() {
    payload.put("header", "Acme").putObject("tags").putArray("a/b").add(1.5).addNull();

    assertThat(faults()).isEmpty();
    assertThat(kind.masked(payload)).isEqualTo(payload).isNotSameAs(payload);
    assertThat(kind.references()).isEmpty();
    assertThat(kind.type()).isEqualTo(ResourceType.DASHBOARD);
  }

  @Test
  void isNotLargerThan64KiB() {
    payload.put("x", "\u00e4".repeat(DashboardRules.LARGEST / 2));

    assertThat(faults()).singleElement().asString().contains("65536 bytes of JSON, not 65544");
  }

  @Test
  void hasNoNulCharacters() {
    payload.putObject("a/b").putArray("c~").add("x\0");
    payload.putObject("d").put("\0", 1);

    assertThat(faults())
        .containsExactly(
            "/a~1b/c~0/0 must not have a NUL character",
            "/d must not have a NUL character in a member's name");
  }

  @Test
  void hasNoNumbersThatGrowWhenTheyAreWrittenOut() {
    payload.put("a", new BigDecimal("1e100000")).put("b", new BigDecimal("1e-100000"));
    payload.put("c", Double.POSITIVE_INFINITY).put("d", new BigDecimal("1e308"));

    assertThat(faults())
        .containsExactly(
            "/a must be a number of at most 400 digits",
            "/b must be a number of at most 400 digits",
            "/c must be a number of at most 400 digits");
  }
}
