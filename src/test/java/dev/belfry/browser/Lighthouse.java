package dev.belfry.browser;

import dev.belfry.client.NodeProject;
import dev.belfry.testing.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rates pages with Lighthouse as a phone sees them, on a {@link Showcase}. Reports are written to
 * {@code target/clients/lighthouse/reports}. Ends with 1 when a score is below 95.
 */
final class Lighthouse {
  private Lighthouse() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int status;
    try (Showcase showcase = new Showcase().fill()) {
      NodeProject project = NodeProject.of("lighthouse");
      Path chromium = Programs.find("chromium", "chromium-browser", "google-chrome").orElseThrow();
      String origin = "http://127.0.0.1:" + showcase.app.port();
      List<String> command =
          new ArrayList<>(
              project.script("run.mjs", chromium.toString(), origin, showcase.acme.key()));
      command.addAll(arguments.length == 0 ? pages(showcase) : List.of(arguments));
      status =
          new ProcessBuilder(command)
              .directory(project.home().toFile())
              .inheritIO()
              .start()
              .waitFor();
    }
    System.exit(status); // The pools of the service would keep the process.
  }

  private static List<String> pages(Showcase showcase) {
    return List.of(
        "status=/status/acme",
        "history=/status/acme/history",
        "incident=/status/acme/incidents/" + showcase.ids.get("incident"),
        "-confirm=" + showcase.ids.get("confirm"),
        "-unsubscribe=" + showcase.ids.get("unsubscribe"),
        "console signed out=/console/",
        "+console overview=/console/",
        "+console monitors=/console/monitors",
        "docs=/docs/");
  }
}
