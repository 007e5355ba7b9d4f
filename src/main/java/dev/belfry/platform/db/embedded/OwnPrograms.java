package dev.belfry.platform.db.embedded;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The programs of Postgres for one directory. The library remembers by resolver where it unpacked
 * them, and would else use those of the first server of the process for all.
 */
record OwnPrograms(Path directory) implements PgBinaryResolver {
  @Override
  public InputStream getPgBinary(String system, String machineHardware) throws IOException {
    return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
  }
}
