package dev.belfry.account.console;

import dev.belfry.api.http.Pages;
import org.jspecify.annotations.Nullable;

/**
 * Serves the console: one page for every address under {@code /console}, and its files. The first
 * reader waits for them to be read and joined, so that the start of the service does not.
 */
public final class ConsolePages implements Pages {
  /** The services of a process share them. */
  private static final class Shared {
    static final ConsoleFiles FILES = new ConsoleFiles();

    private Shared() {}
  }

  /** Addresses outside of the console that lead to it. */
  public static Pages links() {
    return new PrintedLinks();
  }

  @Override
  public String root() {
    return "/console";
  }

  @Override
  public @Nullable Page page(String path) {
    return Shared.FILES.page(path);
  }
}
