package dev.belfry.monitoring.check;

/** What an assertion looks at, named as on the wire. */
public enum AssertionSource {
  /** The status code of an HTTP response, a number. */
  STATUS_CODE("status code", true),
  /** How long the answer took, milliseconds. */
  RESPONSE_TIME("response time", true),
  /** The body of an HTTP response, as JSON. */
  JSON_BODY("JSON of the body", false),
  /** The headers of an HTTP response; a property is the name of one. */
  HEADERS("headers", false),
  /** The body of an HTTP response, as text. */
  TEXT_BODY("text of the body", false),
  /** The text that a TCP server sent. */
  RESPONSE_DATA("response data", false),
  /** The response code of a name server, such as {@code NOERROR}. */
  RESPONSE_CODE("response code", false),
  /** The records of a name server, as text. */
  TEXT_ANSWER("text of the answer", false),
  /** The answer of a name server, as JSON. */
  JSON_ANSWER("JSON of the answer", false),
  /** A fact of a server's certificate; the property says which. */
  CERTIFICATE("certificate", false),
  /** A fact of a TLS handshake; the property says which. */
  CONNECTION("connection", false),
  /** How long pings took, milliseconds; the property says which figure of them. */
  LATENCY("latency", true),
  /** What a handshake with its certificates, or a run's pings, tell as JSON. */
  JSON_RESPONSE("JSON of the response", false),
  /** The same JSON as a text. */
  TEXT_RESPONSE("text of the response", false);

  private final String words;
  private final boolean measured;

  AssertionSource(String words, boolean measured) {
    this.words = words;
    this.measured = measured;
  }

  /** What people call it. */
  public String words() {
    return words;
  }

  /** Whether it is a number, so that only numbers can be compared with it. */
  public boolean isNumber() {
    return measured;
  }

  /** Whether results have a column for it. */
  public boolean hasColumn() {
    return this == STATUS_CODE || this == RESPONSE_TIME;
  }

  /**
   * Whether a property is a regular expression. Clients send the expression of a text as its
   * property.
   */
  public boolean hasRegexAsProperty() {
    return this == TEXT_ANSWER || this == TEXT_BODY || this == TEXT_RESPONSE;
  }

  /** Whether a property is a name, and neither a regular expression nor a JSONPath. */
  public boolean hasNameAsProperty() {
    return this == HEADERS;
  }
}
