package dev.belfry.api.contract;

import static dev.belfry.api.contract.RouterVerdict.Outcome.FAILED;
import static dev.belfry.api.contract.RouterVerdict.Outcome.INVALID;
import static dev.belfry.api.contract.RouterVerdict.Outcome.NO_METHOD;
import static dev.belfry.api.contract.RouterVerdict.Outcome.NO_PATH;
import static dev.belfry.api.contract.RouterVerdict.Outcome.VALID;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where the service differs from the OpenAPI library by decision, and why. */
@SuppressWarnings("ImmutableEnumChecker") // The list is never changed.
enum RouterDifference {
  HEAD_ANSWERS_LIKE_GET(
      "RFC 9110, 9.3.2: HEAD is what GET answers, without the body. The contract lists GET alone.",
      VALID,
      NO_METHOD,
      Twist.OTHER_METHOD) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      return request.method().equals(Contract.HEAD) && !ours.operation().isEmpty();
    }
  },
  HEAD_IS_TOLD_THE_METHODS(
      "RFC 9110, 15.5.6: 405 names the methods. The library leaves them out when HEAD is refused.",
      NO_METHOD,
      NO_METHOD,
      Twist.OTHER_METHOD) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      return request.method().equals(Contract.HEAD) && theirs.operation().isEmpty();
    }
  },
  CONSOLE_FILES(
      "The service also serves the console, which is no part of the contract.",
      VALID,
      NO_PATH,
      Twist.OTHER_SEGMENT,
      Twist.MISSING_SEGMENT,
      Twist.EXTRA_SEGMENT) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      return request.method().equals("GET") && isConsole(request);
    }
  },
  CONSOLE_FILES_ARE_READ(
      "The same files are not written to.",
      NO_METHOD,
      NO_PATH,
      Twist.OTHER_SEGMENT,
      Twist.MISSING_SEGMENT,
      Twist.EXTRA_SEGMENT) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      return isConsole(request);
    }
  },
  PATHS_ARE_NORMALISED(
      "RFC 3986, 5.2.4: the library's router normalises a path, its validator then counts the"
          + " segments of the path as sent, and so reads a parameter from the wrong one.",
      VALID,
      INVALID,
      Twist.EMPTY_SEGMENT,
      Twist.DOT_SEGMENT),
  TEXT_STAYS_TEXT(
      "A parameter of type string is text. The library reads it as JSON where it can.",
      VALID,
      INVALID,
      Twist.PATH_VALUE,
      Twist.QUERY_VALUE),
  NUMBERS_ARE_DIGITS(
      "A number in a path or query is digits. The library reads it as JSON: 1e3, or with blanks.",
      INVALID,
      VALID,
      Twist.PATH_VALUE,
      Twist.QUERY_VALUE),
  QUERY_DECODED_ONCE(
      "The library decodes a query twice and fails with 500 on a percent sign that was encoded.",
      INVALID,
      FAILED,
      Twist.QUERY_VALUE),
  QUERY_DECODED_ONCE_IN_TEXT(
      "The same where the percent sign is allowed.", VALID, FAILED, Twist.QUERY_VALUE),
  EMPTY_ITEMS_COUNT(
      "An empty item of a list is an item, and breaks its schema. The library drops it.",
      INVALID,
      VALID,
      Twist.QUERY_WITHOUT_VALUE),
  PARAMETERS_ARE_GIVEN_ONCE(
      "A parameter that is no list and is given twice is ambiguous. The library takes the first.",
      INVALID,
      VALID,
      Twist.QUERY_TWICE),
  LISTS_IN_BRACKETS(
      "Wire contract, 1.1: the command line writes tag[]=a. The library does not see it.",
      INVALID,
      VALID,
      Twist.QUERY_IN_BRACKETS),
  CONTENT_TYPE_MAY_BE_ABSENT(
      "A body without Content-Type is read as what the operation takes.",
      VALID,
      INVALID,
      Twist.CONTENT_TYPE_ABSENT),
  FORMS_ARE_READ(
      "The library supports no URL-encoded forms; the tests of status pages send them.",
      VALID,
      INVALID,
      Twist.values()) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      String type = request.contentType();
      return type != null && type.endsWith("urlencoded") && super.covers(request, ours, theirs);
    }
  },
  BYTES_ARE_ANY(
      "The library reads bytes as JSON where their schema has a description, and fails with 500.",
      VALID,
      FAILED,
      Twist.values()) {
    @Override
    boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
      return request.meant().takesBytes() && super.covers(request, ours, theirs);
    }
  },
  NUMBERS_ARE_FINITE(
      "RFC 8259, 6: a number that no double holds is refused. The library takes it for infinity.",
      INVALID,
      VALID,
      Twist.NUMBER_TOO_LARGE),
  MEMBERS_ARE_GIVEN_ONCE(
      "RFC 8259, 4: a member given twice is ambiguous. The library takes the last.",
      INVALID,
      VALID,
      Twist.MEMBER_TWICE),
  TEXT_CAN_BE_STORED(
      "Postgres stores no NUL character. The schema cannot say so.",
      INVALID,
      VALID,
      Twist.TEXT_WITH_NUL),
  NESTING_IS_BOUNDED(
      "A document nested deeper than 64 levels is refused before it fills the stack.",
      INVALID,
      VALID,
      Twist.NESTED_TOO_DEEP);

  private final String reason;
  private final RouterVerdict.Outcome ours;
  private final RouterVerdict.Outcome theirs;

  @SuppressWarnings("ImmutableEnumChecker") // An unmodifiable copy.
  private final List<Twist> twists;

  RouterDifference(
      String reason, RouterVerdict.Outcome ours, RouterVerdict.Outcome theirs, Twist... twists) {
    this.reason = reason;
    this.ours = ours;
    this.theirs = theirs;
    this.twists = List.of(twists);
  }

  /** The row of this table that explains a difference, empty when none does. */
  static Optional<RouterDifference> of(
      SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
    return Arrays.stream(values())
        .filter(row -> row.ours == ours.outcome() && row.theirs == theirs.outcome())
        .filter(row -> row.twists.contains(request.twist()))
        .filter(row -> row.covers(request, ours, theirs))
        .findFirst();
  }

  /** Whether the row is about this request; mostly when both name the same operation. */
  boolean covers(SampleRequest request, RouterVerdict ours, RouterVerdict theirs) {
    return ours.operation().equals(theirs.operation());
  }

  private static boolean isConsole(SampleRequest request) {
    return request.target().startsWith("/console");
  }

  /** Why the service does not do as the library does. */
  String reason() {
    return reason;
  }
}
