package dev.belfry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** A port for a program that cannot choose one itself. */
public final class FreePort {
  private FreePort() {}

  /** A port that nothing listened on just now, at any address. */
  public static int find() {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
