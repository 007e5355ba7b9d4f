package dev.belfry.benchmark;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements of the service as {@code pgbench} scripts, from the very constants that the
 * service runs, so that the two can never drift apart: {@code update.sql}, {@code read.sql}, and
 * {@code define} with the values that do not change, one {@code name=value} on each line.
 *
 * <p>{@code pgbench} computes numbers alone, so the random id is a number of 19 digits after a
 * constant: its cost for the server is one concatenation. NULL cannot be a variable and is written
 * out.
 */
final class PgbenchScripts {
  private static final String DIGITS = Seeder.MONITOR_PREFIX.replace("-", "");
  private static final int NUMBER = 19;
  private static final int ID = 32;

  private PgbenchScripts() {}

  static void write(Contract contract, Path directory, Instant now) throws IOException {
    ObjectNode body = SampleBodies.read(contract, "updateUrlMonitor");
    List<@Nullable String> values = new ArrayList<>();
    values.add(Seeder.ACCOUNT.toString());
    values.addAll(MonitorWorkings.updateParameters(body, now));
    Files.writeString(directory.resolve("define"), definitions(values));
    // As the service executes it for a row that others are changing: else one hot row is skipped.
    String update = MonitorWorkings.updateStatement().replace(" SKIP LOCKED", "");
    Files.writeString(directory.resolve("update.sql"), script(arrays(update), values));
    Files.writeString(
        directory.resolve("read.sql"), script(MonitorWorkings.readStatement(), values));
  }

  /**
   * The same for one row, with the id as $1 and the account as $2 like the statement that reads.
   */
  private static String arrays(String statement) {
    return statement
        .replace("$1::", "$account::")
        .replaceAll("\\$2\\b", Matcher.quoteReplacement("ARRAY[$1]::uuid[]"))
        .replace("ARRAY[$1]::uuid[]::uuid[]", "ARRAY[$1]::uuid[]")
        .replace("$account::", "ARRAY[$2]::")
        .replaceAll("\\$([3-8])::", "ARRAY[\\$$1]::");
  }

  /**
   * @param values of $2 and on; $1 is the id
   */
  private static String script(String statement, List<@Nullable String> values) {
    int constant = ID - NUMBER;
    String zeroes = DIGITS.substring(constant) + "0".repeat(ID - DIGITS.length());
    String sql = statement;
    for (int i = values.size() - 1; i >= 0; i--) { // $10 begins as $1 does.
      String parameter = "$" + (i + 2);
      sql = sql.replace(parameter, values.get(i) == null ? "NULL" : ":" + name(i));
    }
    sql = sql.replace("$1", "('" + DIGITS.substring(0, constant) + "' || :digits)::uuid");
    return "\\set digits " + zeroes + " + random(1, :monitors)\n" + sql + ";\n";
  }

  private static String definitions(List<@Nullable String> values) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) != null) {
        lines.append(name(i)).append('=').append(values.get(i)).append('\n');
      }
    }
    return lines.toString();
  }

  private static String name(int index) {
    return "p" + (index + 2);
  }
}
