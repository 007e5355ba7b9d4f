package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A network in which each machine has an address and a cable of its own, inside the network
 * namespace of this process, with which it ends. A machine is a namespace too; a process that does
 * nothing holds it.
 */
final class Network implements AutoCloseable {
  private static final String BRIDGE = "belfry0";
  private static final int PATIENCE_SECONDS = 5;

  private final List<Process> machines = new ArrayList<>();

  /**
   * @param machines how many, at most 200
   * @param seconds how long they stay at most
   */
  Network(int machines, long seconds) {
    run("ip", "link", "add", BRIDGE, "type", "bridge");
    run("ip", "addr", "add", host(254) + "/24", "dev", BRIDGE);
    run("ip", "link", "set", BRIDGE, "up");
    for (int number = 1; number <= machines; number++) {
      add(number, seconds);
    }
  }

  private void add(int number, long seconds) {
    Process holder = hold(seconds);
    machines.add(holder);
    String pid = Long.toString(holder.pid());
    run("ip", "link", "add", cable(number), "type", "veth", "peer", "name", "eth0", "netns", pid);
    run("ip", "link", "set", cable(number), "master", BRIDGE, "up");
    List<String> inside = within(number);
    run(inside, "ip", "link", "set", "lo", "up");
    run(inside, "ip", "addr", "add", host(number) + "/24", "dev", "eth0");
    run(inside, "ip", "link", "set", "eth0", "up");
  }

  /** Returns when the namespace is there: the shell in it has said so. */
  private static Process hold(long seconds) {
    try {
      Process holder =
          new ProcessBuilder("unshare", "--net", "sh", "-c", "echo up; exec sleep " + seconds)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(holder::destroyForcibly));
      if (holder.getInputStream().read() < 0) {
        throw new AssertionError("no network namespace: " + holder.waitFor());
      }
      return holder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String cable(int number) {
    return "cable" + number;
  }

  /** Address of a machine, from 1. */
  static String host(int number) {
    return "10.77.0." + number;
  }

  /** What to put before a command that is to run on a machine. */
  List<String> within(int number) {
    return List.of("nsenter", "--net", "-t", Long.toString(machines.get(number - 1).pid()));
  }

  /** Pulls the cable of a machine: what it and others send is lost without a word. */
  void cut(int number) {
    run("ip", "link", "set", cable(number), "down");
  }

  /** Puts the cable of a machine back. */
  void mend(int number) {
    run("ip", "link", "set", cable(number), "up");
  }

  private static void run(String... command) {
    Commands.run(List.of(command));
  }

  private static void run(List<String> before, String... command) {
    List<String> all = new ArrayList<>(before);
    all.addAll(List.of(command));
    Commands.run(all);
  }

  @Override
  public void close() {
    machines.forEach(Process::destroyForcibly);
    for (Process machine : machines) {
      try {
        if (!machine.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new AssertionError("a machine of the network stays");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
