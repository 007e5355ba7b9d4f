package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SSL monitors in files: read, and exported without what has its default. */
class SslFileIT {
  private static final TestApp APP = TestApp.shared();
  private static final String FILE =
      """
      name: Shop
      monitors:
        - id: shop
          checkType: SSL
          frequency: EVERY_1H
          request:
            sslConfig:
              hostname: shop.example.com
              alertDaysBeforeExpiry: 30
              securityBaseline: {minTLSVersion: {value: TLS1.3, severity: degrade}}
            assertions:
              - {source: CONNECTION, property: chainTrusted, comparison: EQUALS, target: "true"}
      """;

  @Test
  void aFileIsReadAndExportedAgain() {
    UUID account = APP.newTenant().account();
    try (FileDeploys deploys =
        new FileDeploys(
            TestApp.config(APP.database().address(), Map.of()),
            APP.database().address(),
            APP.sealer(),
            InstantSource.system(),
            Map.of())) {
      assertThat(PlanText.of(apply(deploys, account, FILE))).contains("1 created");
      String exported = deploys.export(account).text();
      assertThat(exported)
          .contains("checkType: \"SSL\"", "alertDaysBeforeExpiry: 30", "chainTrusted")
          .doesNotContain("handshakeTimeoutMs", "port:", "sslClientCertificateId", "serverName");
      UUID other = APP.newTenant().account();
      apply(deploys, other, exported);
      assertThat(deploys.export(other).text()).isEqualTo(exported);
    }
  }

  private static Deployment apply(FileDeploys deploys, UUID account, String text) {
    return deploys.apply(
        account,
        deploys.readTexts(List.of(new SourceFile("a.yaml", text))),
        new DeployOptions(false, false, false, null));
  }
}
