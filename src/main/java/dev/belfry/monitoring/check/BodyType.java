package dev.belfry.monitoring.check;

/** What the body of an API check is, named as on the wire. It decides the content type. */
public enum BodyType {
  /** No body, whatever the member {@code body} has. */
  NONE(""),
  JSON("application/json"),
  FORM("application/x-www-form-urlencoded"),
  /** A query, or a whole request with the member {@code query}. */
  GRAPHQL("application/json"),
  RAW("text/plain; charset=utf-8");

  private final String contentType;

  BodyType(String contentType) {
    this.contentType = contentType;
  }

  /** The content type of a request that names none; empty without a body. */
  public String contentType() {
    return contentType;
  }
}
