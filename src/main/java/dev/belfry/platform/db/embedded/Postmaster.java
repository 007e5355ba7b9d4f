package dev.belfry.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The main process of a Postgres server. */
record Postmaster(long pid) {
  /** Whether it lives; a process that ended and that no parent has collected does not. */
  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) && !isZombieOrOther();
  }

  private boolean isZombieOrOther() {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    try {
      if (!Files.exists(stat)) {
        return false;
      }
      String state = Files.readString(stat);
      return state.contains(") Z ") || !state.contains(" (postgres) ");
    } catch (IOException e) {
      return false;
    }
  }
}
