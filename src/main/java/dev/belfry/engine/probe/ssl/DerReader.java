package dev.belfry.engine.probe.ssl;

import java.io.IOException;
import java.util.Arrays;

/** Reads the values of a DER encoding (X.690) one after the other. Lengths are checked. */
final class DerReader {
  static final int ENUMERATED = 0x0a;
  static final int OCTETS = 0x04;
  static final int BITS = 0x03;
  static final int INTEGER = 0x02;
  static final int NAME_OF_OBJECT = 0x06;
  static final int TIME = 0x18;
  static final int SEQUENCE = 0x30;

  /** The first of the tags that a structure gives its own members, with a value inside. */
  static final int MEMBER = 0xa0;

  private static final int LONG_LENGTH = 0x80;
  private static final int MOST_LENGTH_BYTES = 3;

  private final byte[] bytes;
  private final int end;
  private int at;

  DerReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private DerReader(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  boolean hasMore() {
    return at < end;
  }

  /** The tag of the next value; 0 at the end. */
  int tag() {
    return at < end ? bytes[at] & 0xff : 0;
  }

  /**
   * The values inside of the next one.
   *
   * @throws IOException if the next value has another tag or a wrong length
   */
  DerReader inside(int tag) throws IOException {
    if (tag() != tag) {
      throw new IOException("The encoding has a value of type " + tag() + " instead of " + tag);
    }
    return inside();
  }

  private DerReader inside() throws IOException {
    int start = at + 1;
    int length = byteAt(start++);
    if (length >= LONG_LENGTH) {
      int count = length - LONG_LENGTH;
      if (count == 0 || count > MOST_LENGTH_BYTES) {
        throw new IOException("The encoding has a value of no length or too much");
      }
      length = 0;
      for (int i = 0; i < count; i++) {
        length = length << 8 | byteAt(start++);
      }
    }
    if (length > end - start) {
      throw new IOException("The encoding ends within a value");
    }
    at = start + length;
    return new DerReader(bytes, start, at);
  }

  private int byteAt(int index) throws IOException {
    if (index >= end) {
      throw new IOException("The encoding ends within a value");
    }
    return bytes[index] & 0xff;
  }

  /** The bytes of the next value. */
  byte[] content(int tag) throws IOException {
    DerReader inside = inside(tag);
    return Arrays.copyOfRange(inside.bytes, inside.at, inside.end);
  }

  /** The next value with its tag and its length. */
  byte[] whole() throws IOException {
    int start = at;
    skip();
    return Arrays.copyOfRange(bytes, start, at);
  }

  /** Leaves the next value out. */
  void skip() throws IOException {
    var unused = inside();
  }

  /** Leaves the next value out if it has this tag. */
  void skipIf(int tag) throws IOException {
    if (tag() == tag) {
      skip();
    }
  }

  /** The name of an object in numbers, such as {@code 1.2.840.113549.1.1.11}. */
  String objectName() throws IOException {
    StringBuilder name = new StringBuilder();
    long number = 0;
    for (byte one : content(NAME_OF_OBJECT)) {
      if (number > Long.MAX_VALUE >> 7) {
        throw new IOException("The encoding has too large a number");
      }
      number = number << 7 | (one & 0x7f);
      if (one < 0) {
        continue;
      }
      if (name.isEmpty()) {
        long first = Math.min(2, number / 40);
        name.append(first).append('.').append(number - first * 40);
      } else {
        name.append('.').append(number);
      }
      number = 0;
    }
    return name.toString();
  }
}
