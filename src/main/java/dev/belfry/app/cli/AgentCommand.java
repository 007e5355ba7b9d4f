package dev.belfry.app.cli;

import dev.belfry.app.AgentProcess;
import dev.belfry.app.logging.Logging;
import dev.belfry.engine.agent.AgentSettings;
import dev.belfry.platform.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code agent}: runs the monitors of a private location until the process is asked to stop. It
 * exits with 3 when the service refuses the key, and with 4 when the versions do not fit.
 */
@Command(
    name = "agent",
    description = "Runs the monitors of a private location from this network, without a database.")
final class AgentCommand implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);

  private final CommandContext context;

  @Option(names = "--url", description = "Address of the service (BELFRY_AGENT_URL).")
  private @Nullable String url;

  @Option(
      names = "--key",
      description =
          "Key of the private location (BELFRY_AGENT_KEY). Other users of the host can see it;"
              + " prefer the variable or --key-file.")
  private @Nullable String key;

  @Option(names = "--key-file", description = "File with the key (BELFRY_AGENT_KEY_FILE).")
  private @Nullable Path keyFile;

  @Option(
      names = "--name",
      description = "Name of this agent, for people (BELFRY_AGENT_NAME); default the host's.")
  private @Nullable String name;

  @Option(
      names = "--dir",
      description =
          "Directory that keeps results while the service is away (BELFRY_AGENT_DIR); default"
              + " agent in BELFRY_DATA_DIR. Give each agent one of its own.")
  private @Nullable Path directory;

  @Option(
      names = "--allow",
      description =
          "Ranges that monitors may reach besides the internet (BELFRY_AGENT_ALLOW), or none;"
              + " default 10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7.")
  private @Nullable String allow;

  @Option(
      names = "--ca-file",
      description = "Issuer of the service's certificate, PEM (BELFRY_AGENT_CA_FILE).")
  private @Nullable Path authorities;

  @Option(
      names = "--proxy",
      description =
          "HTTP proxy on the way to the service, such as http://proxy.example:3128"
              + " (BELFRY_AGENT_PROXY). Monitors do not use it.")
  private @Nullable String proxy;

  @Option(
      names = "--plain-http",
      description =
          "Allow an http address of another host; the key and secrets then travel in the clear.")
  private boolean plainHttp;

  AgentCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    AgentOptions options = new AgentOptions(context.environment());
    Logging.apply(options.log());
    AgentSettings settings =
        options.settings(
            new AgentOptions.Given(
                url, key, keyFile, name, directory, allow, authorities, proxy, plainHttp));
    AgentProcess agent = new AgentProcess(settings, context.clock(), AgentCommand::exit);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(agent), "belfry-shutdown"));
    try {
      agent.start(options.management());
    } catch (RuntimeException failure) {
      if (failure.getCause() instanceof java.io.IOException wrong) {
        agent.close();
        throw new ConfigException(List.of("BELFRY_AGENT_DIR (--dir): " + wrong.getMessage()));
      }
      throw failure;
    }
  }

  /** Not on the event loop, which the shutdown hook waits for. */
  private static void exit(int code, String reason) {
    LOG.error("Stopping: {}", reason);
    new Thread(() -> System.exit(code), "belfry-exit").start();
  }

  private static void end(AgentProcess agent) {
    try {
      agent.close();
    } finally {
      Logging.end();
    }
  }
}
