package dev.belfry.api.contract;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON text under construction, in UTF-8. Texts of ASCII without escapes, which most are, are
 * copied whole.
 */
public final class JsonBytes {
  private byte[] bytes;
  private int size;
  private boolean ascii = true;

  /**
   * @param capacity how many bytes are expected, 1 or more
   */
  public JsonBytes(int capacity) {
    bytes = new byte[capacity];
  }

  /** Adds a character of ASCII. */
  public JsonBytes symbol(char symbol) {
    reserve(1);
    bytes[size++] = (byte) symbol;
    return this;
  }

  /** Adds text that is ASCII, such as a number, as it is. */
  public JsonBytes plain(String text) {
    reserve(text.length());
    copy(text);
    return this;
  }

  /** Adds JSON text as it is. */
  public JsonBytes raw(String json) {
    byte[] encoded = json.getBytes(StandardCharsets.UTF_8);
    ascii &= encoded.length == json.length();
    reserve(encoded.length);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
    return this;
  }

  /**
   * Adds the name of a member and what separates it from the one before.
   *
   * @param name ASCII without escapes
   */
  public JsonBytes name(String name, boolean isFirst) {
    reserve(name.length() + 4);
    if (!isFirst) {
      bytes[size++] = ',';
    }
    bytes[size++] = '"';
    copy(name);
    bytes[size++] = '"';
    bytes[size++] = ':';
    return this;
  }

  /** Adds a string with its quotes and the escapes that it needs. */
  public JsonBytes string(String value) {
    if (!JsonStrings.isPlain(value)) {
      StringBuilder escaped = new StringBuilder(value.length() + 16).append('"');
      JsonStrings.quote(value, escaped);
      return raw(escaped.append('"').toString());
    }
    reserve(value.length() + 2);
    bytes[size++] = '"';
    copy(value);
    bytes[size++] = '"';
    return this;
  }

  /** The text as it is so far. */
  @Override
  public String toString() {
    return new String(bytes, 0, size, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /**
   * Characters of ASCII need no encoder, and the method that spares it is deprecated for others.
   */
  @SuppressWarnings("deprecation")
  private void copy(String ofAscii) {
    ofAscii.getBytes(0, ofAscii.length(), bytes, size);
    size += ofAscii.length();
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
