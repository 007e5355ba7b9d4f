package dev.belfry.platform.trace;

/**
 * What a request says about the trace it belongs to (W3C Trace Context, section 3.2).
 *
 * @param span which the receiver's spans have as their parent
 */
public record TraceContext(TraceId trace, long span) {
  /** The name of the header. */
  public static final String HEADER = "traceparent";

  /** The value of the header, of version 00, with the flag "sampled". */
  public String header() {
    return "00-" + trace.hex() + "-" + TraceId.hex(span) + "-01";
  }
}
