package dev.belfry.monitoring.group;

import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.GroupRules;
import io.vertx.sqlclient.Row;

/** A stored check of a group. */
record MemberRow(long groupId, GroupRules.Member member) {
  static MemberRow of(Row row) {
    return new MemberRow(
        row.getLong(0),
        new GroupRules.Member(
            row.getUUID(1).toString(),
            row.getString(2),
            CheckType.valueOf(row.getString(3)),
            row.getInteger(4)));
  }
}
