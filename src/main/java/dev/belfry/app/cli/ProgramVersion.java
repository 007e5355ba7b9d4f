package dev.belfry.app.cli;

import dev.belfry.app.ProcessName;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class ProgramVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"belfry " + ProcessName.version()};
  }
}
