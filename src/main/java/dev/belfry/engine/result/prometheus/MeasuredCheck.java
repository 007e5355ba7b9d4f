package dev.belfry.engine.result.prometheus;

import dev.belfry.monitoring.check.CheckType;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What metrics show of a check beside its results.
 *
 * @param activated whether check and group are on
 * @param muted whether check or group is muted
 * @param tags of check and group
 * @param target what its requests go to, null for a heartbeat
 * @param heartbeat its settings as JSON text, null for other types
 * @param lastSuccess time of the newest ping that passed, milliseconds since 1970, null for none
 */
record MeasuredCheck(
    UUID id,
    CheckType type,
    String name,
    boolean activated,
    boolean muted,
    @Nullable String group,
    List<String> tags,
    @Nullable String target,
    @Nullable String heartbeat,
    @Nullable Long lastSuccess) {
  /** The authority of a URL without user information (RFC 3986, section 3.2). */
  private static final Pattern AUTHORITY = Pattern.compile("[a-zA-Z]+://(?:[^/?#@]*@)?([^/?#]*)");

  private static final Pattern PORT = Pattern.compile(":\\d*$");

  /** The host of the target, empty when it has none. */
  String host() {
    if (target == null) {
      return "";
    }
    Matcher url = AUTHORITY.matcher(target);
    String authority = url.lookingAt() ? url.group(1) : target;
    return PORT.matcher(authority).replaceFirst("");
  }

  static MeasuredCheck of(Row row) {
    return new MeasuredCheck(
        row.getUUID(0),
        CheckType.valueOf(row.getString(1)),
        row.getString(2),
        row.getBoolean(3),
        row.getBoolean(4),
        row.getString(5),
        List.of(row.getArrayOfStrings(6)),
        row.getString(7),
        row.getString(8),
        row.getLong(9));
  }
}
