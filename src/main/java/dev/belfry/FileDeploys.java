package dev.belfry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.AccountChoice;
import dev.belfry.auth.ApiKeys;
import dev.belfry.config.Config;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.contract.Contract;
import dev.belfry.contract.ContractDocument;
import dev.belfry.db.Database;
import dev.belfry.db.Ids;
import dev.belfry.file.Applying;
import dev.belfry.file.Described;
import dev.belfry.file.Exported;
import dev.belfry.file.FileTree;
import dev.belfry.file.Inventory;
import dev.belfry.file.ProjectFiles;
import dev.belfry.file.Shapes;
import dev.belfry.file.SourceFile;
import dev.belfry.project.DeployOptions;
import dev.belfry.project.Deployment;
import dev.belfry.project.Deployments;
import dev.belfry.project.Kinds;
import dev.belfry.resource.Bodies;
import dev.belfry.resource.ResourceKind;
import dev.belfry.seal.Sealer;
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
 * Projects in files on the database itself, beside whatever service runs on it. Blocks; not for
 * event loops.
 */
final class FileDeploys implements AutoCloseable {
  /** How long somebody else's deploy of the same project is waited for. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final ContractDocument contract = ContractDocument.read();
  private final Database rows;
  private final Database work;
  private final Applying applying;
  private final Inventory inventory;
  private final ProjectFiles files;

  /**
   * @param environment where files find their variables
   */
  FileDeploys(
      Config config,
      DatabaseAddress address,
      Sealer sealer,
      InstantSource clock,
      Map<String, String> environment) {
    JsonNode schemas = contract.schemas();
    Ids ids = new Ids(clock);
    rows = new Database(vertx, address, config.database(), 2);
    work = Deploying.database(vertx, address, config);
    List<ResourceKind> kinds = Deploying.kinds(rows, sealer, ids, clock);
    Deployments deployments =
        new Deployments(
            vertx,
            new Deployments.Databases(work, rows),
            new Kinds(kinds),
            Bodies.of(Contract.of(contract)),
            (account, checks) -> {},
            ids,
            clock);
    applying = new Applying(vertx, deployments, PATIENCE);
    inventory = new Inventory(work, kinds, schemas);
    files = new ProjectFiles(new Shapes(schemas), environment);
  }

  /**
   * The account named, else the demo account, else the only one there is.
   *
   * @throws dev.belfry.db.DatabaseUnusable saying what to name when it cannot be told
   */
  static UUID account(Connection connection, Config config, @Nullable UUID named)
      throws SQLException {
    if (named == null && config.embedded()) {
      UUID demo =
          new ApiKeys(connection).find(Demo.NAME).map(key -> key.key().accountId()).orElse(null);
      if (demo != null) {
        return demo;
      }
    }
    return new AccountChoice(connection).choose(named);
  }

  /**
   * The project in files and directories.
   *
   * @throws dev.belfry.file.FaultyFiles when there is nothing to read
   */
  Described read(List<Path> paths) {
    return files.read(FileTree.read(paths));
  }

  /** The project in texts. */
  Described readTexts(List<SourceFile> texts) {
    return files.read(texts);
  }

  /**
   * Deploys, or says what a deploy would do.
   *
   * @throws dev.belfry.file.FaultyFiles with everything wrong
   */
  Deployment apply(UUID account, Described described, DeployOptions options) {
    return applying.apply(account, described, options).await();
  }

  /** What an account has. */
  Exported export(UUID account) {
    return inventory.export(account).await();
  }

  @Override
  public void close() {
    work.close().await();
    rows.close().await();
    vertx.close().await();
  }
}
