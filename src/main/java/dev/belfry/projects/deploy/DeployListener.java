package dev.belfry.projects.deploy;

import java.util.List;
import java.util.UUID;

/** Is told which checks a deploy has created or changed. */
@FunctionalInterface
public interface DeployListener {
  /** Called after the deploy, which nothing that happens here can undo. */
  void deployed(UUID account, List<UUID> checks);
}
