package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.config.Config;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.FileError;
import dev.belfry.projects.files.InvalidFilesException;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects in files on a real database, beside a service that runs on it. */
class FilesIT {
  private static final TestApp APP = TestApp.shared();
  private static final DeployOptions REAL = new DeployOptions(false, false, false, null);
  private static final DeployOptions DRY = new DeployOptions(true, false, false, null);

  /** Everything a file can have. */
  static final String WHOLE =
      """
      name: Shop
      locations:
        - {name: Office, slugName: office-%s}
      services:
        - {id: web, name: Web}
      channels:
        - {id: ops, type: EMAIL, config: {address: ops@example.com}, sendDegraded: true}
        - id: hook
          type: WEBHOOK
          config:
            name: Hook
            url: https://example.com/hook
            method: POST
            template: '{"text": "{{ALERT_TITLE}} $${NOT_A_VARIABLE}"}'
            webhookSecret: ${HOOK_WEBHOOK_SECRET}
      groups:
        - name: Web shop
          frequency: EVERY_30S
          alertEscalationPolicy: global
          alertChannels: [ops, {id: hook, activated: false}]
          environmentVariables:
            - {key: TOKEN, value: "${WEB_SHOP_TOKEN}", secret: true}
            - {key: STAGE, value: live}
          locations: [eu-west-1]
          privateLocations: [office-%s]
          retryStrategy: none
          tags: [shop]
          monitors:
            - id: home
              name: Home page
              url: https://example.com/
              triggerIncident: {service: web, severity: MAJOR, name: Down, description: It is down, notifySubscribers: true}
            - id: cart
              frequency: EVERY_5M
              request:
                url: https://example.com/cart
                followRedirects: false
                assertions:
                  - {source: STATUS_CODE, comparison: EQUALS, target: 200}
        - id: plain
          name: Plain
          alertEscalationPolicy:
            escalationType: RUN_BASED
            runBasedEscalation: {failedRunThreshold: 2}
            reminders: {amount: 1, interval: 10}
            parallelRunFailureThreshold: {enabled: false, percentage: 10}
      monitors:
        - {id: alone, url: "https://example.com/alone", tags: [a], alertChannels: [ops], retryStrategy: {type: FIXED, maxRetries: 3}}
      pages:
        - name: Main
          url: main-%s
          cards: [{name: Public, services: [web]}]
      maintenance:
        - name: Upgrade
          startsAt: 2027-01-01T22:00:00.000Z
          endsAt: 2027-01-01T23:00:00.000Z
          tags: [shop]
      objectives:
        - {name: Shop works, group: web-shop, target: 99.9, alertChannels: [ops]}
        - {name: Home works, monitor: home, target: 99.5, windowDays: 7}
      """;

  private static final Map<String, String> SECRETS =
      Map.of("HOOK_WEBHOOK_SECRET", "s3cret", "WEB_SHOP_TOKEN", "t0ken");

  @TempDir private Path directory = Path.of("");
  private final TestApp.Tenant tenant = APP.newTenant();
  private final Config config = TestApp.config(APP.database().address(), Map.of());
  private final FileDeploys deploys = open();

  private FileDeploys open() {
    return new FileDeploys(
        config, APP.database().address(), APP.sealer(), InstantSource.system(), SECRETS);
  }

  @AfterEach
  void close() {
    deploys.close();
  }

  /** The file with names that are unique in the service, as page addresses must be. */
  private static String whole(TestApp.Tenant tenant) {
    return WHOLE.replace("%s", suffix(tenant));
  }

  private static String suffix(TestApp.Tenant tenant) {
    String account = tenant.account().toString();
    return account.substring(account.length() - 12);
  }

  private Deployment apply(UUID account, String text, DeployOptions options) {
    return deploys.apply(
        account, deploys.readTexts(List.of(new SourceFile("a.yaml", text))), options);
  }

  @Test
  void aSecondApplyFindsNothingToDo() {
    String first = PlanText.of(apply(tenant.account(), whole(tenant), REAL));
    assertThat(first)
        .contains("+ monitor home (", "name: \"Home page\"", "frequencyOffset: 30")
        .contains("Done: 13 created, 0 changed, 0 deleted, 0 let go.")
        .doesNotContain("s3cret", "t0ken");
    assertThat(PlanText.of(apply(tenant.account(), whole(tenant), REAL)))
        .isEqualTo("Nothing to do: every resource is as the files describe it.");
    JsonNode checks = APP.as(tenant).get("/v1/checks").json();
    assertThat(checks).hasSize(3);
  }

  @Test
  void aDryRunSaysWhatWouldChangeAndDoesNothing() {
    apply(tenant.account(), whole(tenant), REAL);
    String changed = whole(tenant).replace("tags: [a]", "tags: [b]").replace("EVERY_5M", "10");
    String plan = PlanText.of(apply(tenant.account(), changed, DRY));
    assertThat(plan)
        .contains("~ monitor alone (")
        .containsPattern("tags(\\.0)?: .*\"a\".* -> .*\"b\"")
        .contains("frequency: 5 -> 10")
        .contains("Would be: 0 created, 2 changed, 0 deleted, 0 let go.");
    assertThat(PlanText.of(apply(tenant.account(), whole(tenant), DRY))).startsWith("Nothing");
  }

  @Test
  void whatLeavesTheFilesIsDeletedUnlessItIsToBeKept() {
    apply(tenant.account(), whole(tenant), REAL);
    String less =
        whole(tenant)
            .replaceAll("(?m)^ {2}- \\{id: alone.*\n", "")
            .replace("monitors:\npages", "pages");
    DeployOptions keep = new DeployOptions(true, true, false, null);
    assertThat(PlanText.of(apply(tenant.account(), less, keep))).contains("= monitor alone");
    assertThat(PlanText.of(apply(tenant.account(), less, REAL))).contains("- monitor alone");
    assertThat(APP.as(tenant).get("/v1/checks").json()).hasSize(2);
  }

  @Test
  void whatTheServiceRefusesIsNamedWithFileAndLine() {
    String text =
        """
        groups:
          - name: Web
            frequency: EVERY_5M
            concurrency: 0
            monitors:
              - id: home
                url: nonsense
              - id: far
                url: https://example.com/
                frequncy: 5
                locations: [mars-1]
                frequencyOffset: 900
        channels:
          - {id: ops, type: EMAIL, config: {address: nobody}}
        """;
    assertThatThrownBy(() -> apply(tenant.account(), text, REAL))
        .isInstanceOfSatisfying(
            InvalidFilesException.class,
            invalid ->
                assertThat(invalid.errors().stream().map(FileError::toString))
                    .extracting(fault -> fault.replaceFirst(" (must|is) .*", ""))
                    .containsExactly(
                        "a.yaml:4: groups[0].concurrency",
                        "a.yaml:7: groups[0].monitors[0].url",
                        "a.yaml:10: groups[0].monitors[1].frequncy",
                        "a.yaml:11: groups[0].monitors[1].locations[0]",
                        "a.yaml:12: groups[0].monitors[1].frequencyOffset",
                        "a.yaml:14: channels[0].config.address"));
    assertThat(APP.as(tenant).get("/v1/checks").json()).isEmpty();
  }

  @Test
  void whatDoesNotExistIsNamedWhereItIsReferredTo() {
    assertThatThrownBy(
            () ->
                apply(
                    tenant.account(),
                    """
                    groups:
                      - existing: 999999999
                        monitors:
                          - {id: a, url: 'https://example.com/'}
                    """,
                    REAL))
        .isInstanceOf(InvalidFilesException.class)
        .hasMessageStartingWith("a.yaml:2: groups[0]");
  }

  @Test
  void anExportAppliedElsewhereGivesTheSameExport() {
    apply(tenant.account(), whole(tenant), REAL);
    ExportFile exported = deploys.export(tenant.account());
    assertThat(exported.secrets())
        .containsExactlyInAnyOrder("HOOK_WEBHOOK_SECRET", "WEB_SHOP_TOKEN");
    assertThat(exported.text()).doesNotContain("s3cret", "t0ken");

    TestApp.Tenant other = APP.newTenant();
    String elsewhere = exported.text().replace(suffix(tenant), suffix(other));
    apply(other.account(), elsewhere, REAL);
    assertThat(deploys.export(other.account()).text()).isEqualTo(elsewhere);
    assertThat(PlanText.of(apply(other.account(), elsewhere, REAL))).startsWith("Nothing");
  }

  @Test
  void twoProcessesAtOnceDoItOnce() throws Exception {
    List<SourceFile> files = List.of(new SourceFile("a.yaml", whole(tenant)));
    try (FileDeploys second = open()) {
      List<CompletableFuture<String>> plans =
          Stream.of(deploys, second)
              .map(
                  one ->
                      CompletableFuture.supplyAsync(
                          () ->
                              PlanText.of(one.apply(tenant.account(), one.readTexts(files), REAL))))
              .toList();
      List<String> told = plans.stream().map(CompletableFuture::join).toList();
      assertThat(told).filteredOn(plan -> plan.startsWith("Nothing")).hasSize(1);
      assertThat(told).filteredOn(plan -> plan.contains("Done: 13 created")).hasSize(1);
    }
  }

  @Test
  void aStartAppliesTheConfiguredFiles() throws IOException {
    Files.writeString(directory.resolve("shop.yaml"), whole(tenant));
    assertThat(atStart(directory)).isZero();
    assertThat(atStart(directory)).isZero();
    assertThat(APP.as(tenant).get("/v1/checks").json()).hasSize(3);
  }

  @Test
  void aStartGoesOnWithWhatIsThereWhenFilesAreFaulty() throws IOException {
    Files.writeString(directory.resolve("shop.yaml"), whole(tenant));
    assertThat(atStart(directory)).isZero();
    Files.writeString(
        directory.resolve("more.yaml"), "monitors:\n  - id: a\n    urll: x\n    tagz: y\n");
    assertThat(atStart(directory)).isEqualTo(3); // The address is missing too.
    assertThat(APP.as(tenant).get("/v1/checks").json()).hasSize(3);
  }

  @Test
  void anEmptyDirectoryIsAFaultAndDeletesNothing() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("shop.yaml"), whole(tenant));
    assertThat(atStart(files)).isZero();
    Files.delete(files.resolve("shop.yaml"));
    assertThat(atStart(files)).isEqualTo(1);
    assertThat(APP.as(tenant).get("/v1/checks").json()).hasSize(3);
  }

  private int atStart(Path path) {
    Config start =
        TestApp.config(
            APP.database().address(),
            Map.of(
                "BELFRY_FILES",
                path.toAbsolutePath().toString(),
                "BELFRY_FILES_ACCOUNT",
                tenant.account().toString()));
    return new FilesAtStart(
            start, APP.database().address(), APP.sealer(), InstantSource.system(), SECRETS)
        .apply();
  }
}
