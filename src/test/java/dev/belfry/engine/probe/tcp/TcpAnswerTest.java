package dev.belfry.engine.probe.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.AssertionSource;
import org.junit.jupiter.api.Test;

class TcpAnswerTest {
  private static String detail(TcpAnswer answer) {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    answer.describe(detail);
    return detail.toString();
  }

  @Test
  void assertionsSeeTheDataOrAPartOfIt() throws AssertionFault {
    TcpAnswer answer = new TcpAnswer("{\"a\":5}", 7, false);
    assertThat(answer.actual(AssertionSource.RESPONSE_DATA, "").textValue()).isEqualTo("{\"a\":5}");
    assertThat(answer.actual(AssertionSource.RESPONSE_DATA, "$.a").intValue()).isEqualTo(5);
    assertThat(answer.actual(AssertionSource.STATUS_CODE, "").isMissingNode()).isTrue();
    assertThat(answer.failure()).isNull();
  }

  @Test
  void theDetailKeepsTheBeginning() {
    assertThat(detail(TcpAnswer.CONNECTED)).isEqualTo("{}");
    assertThat(detail(new TcpAnswer("hi", 2, false))).isEqualTo("{\"data\":\"hi\",\"bytes\":2}");
    String most = "x".repeat(4_095);
    assertThat(detail(new TcpAnswer(most + "\ud83d\ude00", 4_099, true)))
        .isEqualTo("{\"data\":\"" + most + "\",\"bytes\":4099,\"cut\":true}");
  }
}
