package dev.belfry.platform.db;

import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.UUID;

/** Order of the parameters within a batch. */
public enum BatchOrder {
  /** As they came: for statements that lock nothing. */
  ARRIVAL {
    @Override
    Comparator<Tuple> comparator() {
      return Comparator.comparingInt(tuple -> 0);
    }
  },
  /** By the GUID in the first place; those with the same GUID stay as they came. */
  FIRST_GUID {
    @Override
    Comparator<Tuple> comparator() {
      return Comparator.comparing(tuple -> (UUID) tuple.getValue(0));
    }
  },
  /** By the text in the first place; those with the same text stay as they came. */
  FIRST_TEXT {
    @Override
    Comparator<Tuple> comparator() {
      return Comparator.comparing(tuple -> tuple.getString(0));
    }
  };

  abstract Comparator<Tuple> comparator();
}
