package dev.belfry.api.contract;

/** The one thing that makes a generated request differ from what its operation asks for. */
enum Twist {
  NOTHING,

  // Which operation answers.
  OTHER_METHOD,
  OTHER_SEGMENT,
  MISSING_SEGMENT,
  EXTRA_SEGMENT,
  EMPTY_SEGMENT,
  TRAILING_SLASH,
  DOT_SEGMENT,
  ENCODED_LETTER,
  OTHER_CASE,
  BAD_ENCODING,

  // Who asks.
  NO_KEY,

  // Parameters.
  PATH_VALUE,
  ENCODED_SLASH,
  QUERY_VALUE,
  QUERY_WITHOUT_VALUE,
  QUERY_TWICE,
  QUERY_IN_BRACKETS,
  QUERY_UNKNOWN,

  // Bodies.
  BODY_CHANGED,
  BODY_IN_UNKNOWN_MEMBERS,
  BODY_ABSENT,
  BODY_NOT_JSON,
  BODY_NOT_AN_OBJECT,
  BODY_GOES_ON,
  MEMBER_TWICE,
  TEXT_WITH_NUL,
  NUMBER_TOO_LARGE,
  NESTED_TOO_DEEP,
  CONTENT_TYPE_ABSENT,
  CONTENT_TYPE_OTHER,
  CONTENT_TYPE_CHARSET;

  /** Whether it needs a JSON body. */
  boolean isOfBody() {
    return compareTo(BODY_CHANGED) >= 0;
  }

  /** How often it is tried: schemas have more to try than paths. */
  int weight() {
    return switch (this) {
      case BODY_CHANGED -> 150;
      case PATH_VALUE, QUERY_VALUE, QUERY_WITHOUT_VALUE -> 10;
      default -> 1;
    };
  }
}
