package dev.belfry.engine.probe;

import java.util.List;

/**
 * The HTTP response that a probe got.
 *
 * @param statusText reason phrase, may be empty
 * @param headers in the order of the response, bounded in number and size
 * @param body the beginning of the body as text, up to {@link #BODY_KEPT} characters
 * @param bodyBytes bytes of the body that were read
 * @param bodyCut whether reading stopped at the limit before the end of the body
 */
public record ProbeResponse(
    int statusCode,
    String statusText,
    List<Header> headers,
    String body,
    long bodyBytes,
    boolean bodyCut) {
  /** Characters of a body that are kept. */
  public static final int BODY_KEPT = 4_096;

  /** Copies the list. */
  public ProbeResponse {
    headers = List.copyOf(headers);
  }

  /** One header line. */
  public record Header(String name, String value) {}
}
