package dev.belfry.projects.files;

import java.util.List;
import java.util.Map;

/**
 * A value of a file with its location.
 *
 * @param members of an object, in the order in which they are written
 * @param items of a list
 * @param text of a scalar, with variables replaced
 * @param writing how a scalar is written
 */
record Value(
    Kind kind,
    SourceLocation location,
    Map<String, Member> members,
    List<Value> items,
    String text,
    Writing writing) {

  /** What a value is. */
  enum Kind {
    OBJECT,
    LIST,
    SCALAR
  }

  /** How a scalar is written. */
  enum Writing {
    /** A text between quotes or in a block. */
    QUOTED,
    /** Without quotes: a number or a truth if it looks like one. */
    PLAIN,
    /** Without quotes, and from a variable: a text unless something else is asked for. */
    REPLACED
  }

  /**
   * A member of an object.
   *
   * @param location of the name
   */
  record Member(SourceLocation location, Value value) {}

  static Value object(SourceLocation location, Map<String, Member> members) {
    return new Value(Kind.OBJECT, location, members, List.of(), "", Writing.QUOTED);
  }

  static Value list(SourceLocation location, List<Value> items) {
    return new Value(Kind.LIST, location, Map.of(), items, "", Writing.QUOTED);
  }

  static Value scalar(SourceLocation location, String text, Writing writing) {
    return new Value(Kind.SCALAR, location, Map.of(), List.of(), text, writing);
  }

  boolean isObject() {
    return kind == Kind.OBJECT;
  }

  boolean isList() {
    return kind == Kind.LIST;
  }

  boolean isScalar() {
    return kind == Kind.SCALAR;
  }

  /** Whether nothing is written. */
  boolean isNothing() {
    return isScalar()
        && writing == Writing.PLAIN
        && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
  }

  /** Whether this is a whole number, written without quotes. */
  boolean isWhole() {
    return isScalar() && writing != Writing.QUOTED && text.matches("[1-9][0-9]{0,17}");
  }
}
