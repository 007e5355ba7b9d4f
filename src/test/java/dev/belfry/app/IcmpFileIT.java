package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ICMP monitors in files: deployed, deployed again, exported, and refused by their place. */
class IcmpFileIT {
  private static final TestApp APP = TestApp.shared();

  /** A paused one can be deployed where the system forbids pings. */
  private static final String FILE =
      """
      name: Office
      monitors:
        - id: router
          checkType: ICMP
          activated: false
          frequency: EVERY_1M
          degradedPacketLossThreshold: 5
          request:
            hostname: router.example.com
            pingCount: 4
            assertions:
              - {source: LATENCY, property: avg, comparison: LESS_THAN, target: "50"}
      """;

  private final FileDeploys deploys =
      new FileDeploys(
          TestApp.config(APP.database().address(), Map.of()),
          APP.database().address(),
          APP.sealer(),
          InstantSource.system(),
          Map.of());

  @AfterEach
  void close() {
    deploys.close();
  }

  private Deployment apply(UUID account, String text) {
    return deploys.apply(
        account,
        deploys.readTexts(List.of(new SourceFile("a.yaml", text))),
        new DeployOptions(false, false, false, null));
  }

  @Test
  void aFileIsDeployedOnceAndExportedAgain() {
    UUID account = APP.newTenant().account();
    assertThat(PlanText.of(apply(account, FILE))).contains("1 created");
    assertThat(PlanText.of(apply(account, FILE))).startsWith("Nothing to do");
    String exported = deploys.export(account).text();
    assertThat(exported)
        .contains("checkType: \"ICMP\"", "pingCount: 4", "degradedPacketLossThreshold: 5", "avg")
        .doesNotContain("maxPacketLossThreshold", "ipFamily", "maxResponseTime");
    UUID other = APP.newTenant().account();
    apply(other, exported);
    assertThat(deploys.export(other).text()).isEqualTo(exported);
  }

  @Test
  void aBadMemberIsRefusedByItsPlace() {
    UUID account = APP.newTenant().account();
    assertThatThrownBy(() -> apply(account, FILE.replace("pingCount: 4", "pingCount: 51")))
        .hasMessageContaining("a.yaml:10");
    assertThat(deploys.export(account).text()).doesNotContain("ICMP");
  }
}
