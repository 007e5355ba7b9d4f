package dev.belfry.platform.trace;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writes a message of Protocol Buffers (wire format, "Message Structure"). Fields that have their
 * default are left out, as the format wants.
 */
final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;
  private static final int MORE = 0x80;
  private static final int SEVEN_BITS = 0x7f;

  private final Buffer out = Buffer.buffer();

  ProtoWriter varint(int field, long value) {
    if (value != 0) {
      tag(field, VARINT);
      write(value);
    }
    return this;
  }

  /** The same for a member of a {@code oneof}, whose default counts. */
  ProtoWriter number(int field, long value) {
    tag(field, VARINT);
    write(value);
    return this;
  }

  ProtoWriter fixed64(int field, long value) {
    tag(field, FIXED64);
    out.appendLongLE(value);
    return this;
  }

  ProtoWriter fixed32(int field, int value) {
    tag(field, FIXED32);
    out.appendIntLE(value);
    return this;
  }

  ProtoWriter text(int field, String value) {
    return value.isEmpty() ? this : bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoWriter bytes(int field, byte[] value) {
    tag(field, LENGTH);
    write(value.length);
    out.appendBytes(value);
    return this;
  }

  ProtoWriter message(int field, Consumer<ProtoWriter> content) {
    ProtoWriter inner = new ProtoWriter();
    content.accept(inner);
    tag(field, LENGTH);
    write(inner.out.length());
    out.appendBuffer(inner.out);
    return this;
  }

  private void tag(int field, int type) {
    write(((long) field << 3) | type);
  }

  private void write(long value) {
    long rest = value;
    while ((rest & ~SEVEN_BITS) != 0) {
      out.appendByte((byte) ((rest & SEVEN_BITS) | MORE));
      rest >>>= 7;
    }
    out.appendByte((byte) rest);
  }

  Buffer toBuffer() {
    return out;
  }
}
