package dev.belfry.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.profile.AccountChoice;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.monitoring.location.PingCoverage;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.DeployableResources;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.deploy.Deployments;
import dev.belfry.projects.files.AccountInventory;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.FileDeployer;
import dev.belfry.projects.files.FileTree;
import dev.belfry.projects.files.ParsedProject;
import dev.belfry.projects.files.ProjectFiles;
import dev.belfry.projects.files.Shapes;
import dev.belfry.projects.files.SourceFile;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deploys projects in files straight on the database, beside any running service. Its methods
 * block; do not call them on an event loop.
 */
public final class FileDeploys implements AutoCloseable {
  /** Longest wait for another deploy of the same project. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final ContractDocument contract = ContractDocument.read();
  private final Database rows;
  private final Database work;
  private final FileDeployer applying;
  private final AccountInventory inventory;
  private final ProjectFiles files;

  /**
   * @param environment where files find their variables
   */
  public FileDeploys(
      Config config,
      DatabaseAddress address,
      Sealer sealer,
      InstantSource clock,
      Map<String, String> environment) {
    JsonNode schemas = contract.schemas();
    Ids ids = new Ids(clock);
    rows = new Database(vertx, address, config.database(), 2, config.quotas());
    work = DeployWiring.database(vertx, address, config);
    List<DeployableResource> kinds =
        // While no instance runs, this process cannot know what the system lets it do.
        DeployWiring.kinds(
            config, rows, sealer, new PingCoverage(rows, clock, () -> null), ids, clock);
    Deployments deployments =
        new Deployments(
            vertx,
            new Deployments.Databases(work, rows),
            new DeployableResources(kinds),
            RequestSchemas.of(Contract.of(contract)),
            (account, checks) -> {},
            ids,
            clock);
    applying = new FileDeployer(vertx, deployments, PATIENCE);
    inventory = new AccountInventory(work, kinds, schemas);
    files = new ProjectFiles(new Shapes(schemas), environment);
  }

  /**
   * The account named, else the demo account, else the only one there is.
   *
   * @throws dev.belfry.platform.db.DatabaseUnusableException saying what to name when it cannot be
   *     told
   */
  public static UUID account(Connection connection, Config config, @Nullable UUID named)
      throws SQLException {
    if (named == null && config.embedded()) {
      UUID demo =
          new ApiKeys(connection)
              .find(DemoSetup.NAME)
              .map(key -> key.key().accountId())
              .orElse(null);
      if (demo != null) {
        return demo;
      }
    }
    return new AccountChoice(connection).choose(named);
  }

  /**
   * The project in files and directories.
   *
   * @throws dev.belfry.projects.files.InvalidFilesException when there is nothing to read
   */
  public ParsedProject read(List<Path> paths) {
    return files.read(FileTree.read(paths));
  }

  /** The project in texts. */
  public ParsedProject readTexts(List<SourceFile> texts) {
    return files.read(texts);
  }

  /**
   * Deploys, or says what a deploy would do.
   *
   * @throws dev.belfry.projects.files.InvalidFilesException with everything wrong
   */
  public Deployment apply(UUID account, ParsedProject described, DeployOptions options) {
    return applying.apply(account, described, options).await();
  }

  /** What an account has. */
  public ExportFile export(UUID account) {
    return inventory.export(account).await();
  }

  @Override
  public void close() {
    work.close().await();
    rows.close().await();
    vertx.close().await();
  }
}
