package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.error.ApiException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link Utf8} sees every byte, wherever it stands. */
class Utf8Test {
  private static final byte[] ODD = {0, '\\', 1, 127, -128, -1, (byte) 0xc3, (byte) 0xa9, 0x5b};

  @Test
  void oneOddByteIsSeenAtEveryPlace() {
    for (int length = 1; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        for (byte odd : ODD) {
          byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
          bytes[at] = odd;
          requireSame(bytes);
        }
      }
    }
  }

  @Test
  void randomBytesAreReadAsByTheLibrary() {
    Random random = new Random(20261123);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(30)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = random.nextInt(6) == 0 ? ODD[random.nextInt(ODD.length)] : (byte) 'a';
      }
      requireSame(bytes);
    }
  }

  private static void requireSame(byte[] bytes) {
    boolean isPlain = true;
    boolean hasNul = false;
    for (byte b : bytes) {
      isPlain &= b > 0 && b != '\\';
      hasNul |= b == 0;
    }
    if (hasNul || !isWellFormed(bytes)) {
      assertThatThrownBy(() -> Utf8.require(bytes)).isInstanceOf(ApiException.class);
    } else {
      assertThat(Utf8.require(bytes)).isEqualTo(isPlain);
    }
  }

  private static boolean isWellFormed(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
