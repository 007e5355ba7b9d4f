package dev.belfry.projects.importer;

/**
 * A field of the source without an exact counterpart in Belfry.
 *
 * @param where the entry, such as {@code monitorList[3] "Home"}; empty for the whole document
 * @param field its name, such as {@code headers}
 * @param value what it says, shortened; never a secret
 * @param why what becomes of it
 */
public record ImportNote(String where, String field, String value, String why) {
  /** One line for people. */
  @Override
  public String toString() {
    return (where.isEmpty() ? "" : where + ": ") + field + " (" + value + "): " + why;
  }
}
