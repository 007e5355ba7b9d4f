package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Lets a person look at a set of three Postgres and do things to it, by two short scripts. */
final class FailOverShow {
  private final PatroniSet set;
  private final Fleet fleet;
  private final Path directory;

  /**
   * @param directory receives the scripts
   */
  FailOverShow(PatroniSet set, Fleet fleet, Path directory) {
    this.set = set;
    this.fleet = fleet;
    this.directory = directory;
  }

  /**
   * Writes the scripts and says what there is.
   *
   * @param page path of a status page
   */
  List<String> lines(String page) {
    PatroniMember any = set.members().get(0);
    Path control = script("patronictl", "exec " + any.controlCommand() + " \"$@\"");
    StringBuilder signals = new StringBuilder("signal=${2:-KILL}\ncase ${1:-} in\n");
    for (PatroniMember member : set.members()) {
      signals.append(
          "  %s) pkill_of='%s' ;;%n".formatted(member.place().name(), member.directory()));
    }
    signals.append(
        """
          *) echo "usage: $0 db1|db2|db3 [KILL|STOP|CONT]" >&2; exit 2 ;;
        esac
        postmaster=$(head -1 "$pkill_of/data/postmaster.pid" 2>/dev/null) || true
        patroni=$(cat "$pkill_of/patroni.pid")
        kill -"$signal" $patroni $postmaster $(ps -o pid= --ppid "${postmaster:-0}")""");
    Path signal = script("signal", signals.toString());
    return List.of(
        "Belfry behind HAProxy: http://127.0.0.1:" + fleet.balancer().port() + page,
        "BELFRY_DATABASE_URL=" + set.url(),
        "look:            " + control + " list",
        "switch over:     " + control + " switchover --force belfry",
        "kill -9 one:     "
            + signal
            + " db1        (also db2, db3; with STOP and CONT: let it hang)",
        "logs:            " + directory,
        "Ctrl-C ends everything. A member that was killed stays away.");
  }

  private Path script(String name, String text) {
    Path file = directory.resolve(name);
    try {
      Files.writeString(file, "#!/usr/bin/env bash\nset -euo pipefail\n" + text + "\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
