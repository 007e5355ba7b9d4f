package dev.belfry.app;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.files.InvalidFilesException;
import dev.belfry.projects.files.ParsedProject;
import dev.belfry.projects.files.PlanText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the configured files once the service is ready. It logs files that it cannot apply; the
 * service then goes on with the resources in the database (ADR 21). Its methods block.
 */
public final class FilesAtStart {
  private static final Logger LOG = LoggerFactory.getLogger(FilesAtStart.class);
  private static final int TRIES = 5;
  private static final long PAUSE_MILLIS = 5_000;

  private final Config config;
  private final DatabaseAddress address;
  private final Sealer sealer;
  private final InstantSource clock;
  private final Map<String, String> environment;

  public FilesAtStart(
      Config config,
      DatabaseAddress address,
      Sealer sealer,
      InstantSource clock,
      Map<String, String> environment) {
    this.config = config;
    this.address = address.actingAs("file");
    this.sealer = sealer;
    this.clock = clock;
    this.environment = environment;
  }

  /**
   * Applies the files, if there are any.
   *
   * @return how much is wrong with them, 0 when all is as they say
   */
  public int apply() {
    Path path = config.files().path();
    if (path == null) {
      return 0;
    }
    for (int left = TRIES; ; left--) {
      try {
        Deployment deployment = attempt(path);
        LOG.info("Applied {}. {}", path, PlanText.summary(deployment));
        LOG.debug("{}", PlanText.of(deployment));
        return 0;
      } catch (InvalidFilesException invalid) {
        invalid.errors().forEach(error -> LOG.error("{}", error));
        LOG.error("Not applied: {}. The resources in the database stay as they are", path);
        return invalid.errors().size();
      } catch (DatabaseUnusableException wrong) {
        LOG.error("Not applied: {}: {}", path, wrong.getMessage());
        return 1;
      } catch (RuntimeException failure) {
        if (left == 1) {
          LOG.error("Not applied: {}", path, failure);
          return 1;
        }
        LOG.warn("Cannot apply {} yet, retrying: {}", path, failure.getMessage());
        pause();
      }
    }
  }

  private Deployment attempt(Path path) {
    try (FileDeploys deploys = new FileDeploys(config, address, sealer, clock, environment)) {
      ParsedProject described = deploys.read(List.of(path));
      return deploys.apply(account(), described, new DeployOptions(false, false, false, null));
    }
  }

  private UUID account() {
    try (Connection connection = Jdbc.connect(address)) {
      return FileDeploys.account(connection, config, config.files().account());
    } catch (SQLException e) {
      throw new IllegalStateException("The database refused: " + e.getMessage(), e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException("Interrupted while applying files", e);
    }
  }
}
