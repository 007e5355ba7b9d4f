package dev.belfry.platform.trace;

/**
 * Reads an {@code ExportTraceServiceResponse} of OTLP 1 as far as it tells how many spans the
 * collector left out ({@code partial_success.rejected_spans}).
 */
final class OtlpResponse {
  private static final int LENGTH = 2;
  private static final int SEVEN_BITS = 0x7f;

  private final byte[] bytes;
  private int at;
  private final int end;

  private OtlpResponse(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** The number of spans left out; 0 for a response that cannot be read, too. */
  static long rejected(byte[] body) {
    try {
      return new OtlpResponse(body, 0, body.length).rejected(true);
    } catch (IllegalArgumentException unreadable) {
      return 0;
    }
  }

  private long rejected(boolean outer) {
    long rejected = 0;
    while (at < end) {
      long tag = varint();
      switch ((int) (tag & 7)) {
        case 0 -> {
          long value = varint();
          rejected = !outer && tag >>> 3 == 1 ? Math.max(0, value) : rejected;
        }
        case 1 -> skip(8);
        case LENGTH -> {
          long length = varint();
          int start = at;
          skip(length);
          if (outer && tag >>> 3 == 1) {
            rejected = new OtlpResponse(bytes, start, at).rejected(false);
          }
        }
        case 5 -> skip(4);
        default -> throw new IllegalArgumentException("unknown wire type");
      }
    }
    return rejected;
  }

  private void skip(long length) {
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("a field runs over");
    }
    at += (int) length;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at >= end) {
        break;
      }
      byte next = bytes[at++];
      value |= (long) (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number runs over");
  }
}
