package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every example of {@code src/docs/files.md} does what it says. */
class FilesGuideIT {
  @Test
  void everyExampleCanBeApplied() throws IOException {
    String guide = Files.readString(Path.of("src/docs/files.md"));
    List<MatchResult> examples =
        Pattern.compile("(?s)```yaml\n# (\\S+)\n(.*?)```").matcher(guide).results().toList();
    assertThat(examples).hasSize(4);
    TestApp app = TestApp.shared();
    TestApp.Tenant tenant = app.newTenant();
    try (FileDeploys deploys =
        new FileDeploys(
            TestApp.config(app.database().address(), Map.of()),
            app.database().address(),
            app.sealer(),
            InstantSource.system(),
            Map.of())) {
      for (MatchResult example : examples) {
        SourceFile file = new SourceFile(example.group(1), example.group(2));
        for (String expected : List.of("Done: ", "Nothing to do")) {
          assertThat(
                  PlanText.of(
                      deploys.apply(
                          tenant.account(),
                          deploys.readTexts(List.of(file)),
                          new DeployOptions(false, false, false, null))))
              .as(file.name())
              .contains(expected);
        }
      }
    }
    assertThat(app.as(tenant).get("/v1/checks").json()).hasSize(5);
    assertThat(app.as(tenant).get("/v1/objectives").json()).hasSize(2);
  }
}
