package dev.belfry.engine.probe.ssl;

import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes OCSP responses. */
final class Der {
  static final byte[] GOOD = {(byte) 0x80, 0};
  static final byte[] UNKNOWN = {(byte) 0x82, 0};

  private static final byte[] SHA1 = hex("300906052b0e03021a0500");
  private static final byte[] ECDSA_SHA256 = hex("300a06082a8648ce3d040302");
  private static final byte[] BASIC = hex("06092b0601050507300101");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /** A value with its tag and its length. */
  static byte[] value(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(tag);
    int length = content.size();
    if (length < 0x80) {
      whole.write(length);
    } else {
      whole.write(0x82);
      whole.write(length >> 8);
      whole.write(length);
    }
    whole.writeBytes(content.toByteArray());
    return whole.toByteArray();
  }

  private static byte[] time(Instant at) {
    return value(DerReader.TIME, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
  }

  /** The status of a certificate that was revoked. */
  static byte[] revoked(Instant at) {
    return value(0xa1, time(at));
  }

  /**
   * A response about a certificate.
   *
   * @param signer whose key signs it
   * @param sent whether the certificate of the signer is in it
   */
  static byte[] response(
      BigInteger serial,
      byte[] status,
      Instant from,
      @Nullable Instant until,
      X509Bundle signer,
      boolean sent) {
    byte[] id =
        value(
            DerReader.SEQUENCE,
            SHA1,
            value(DerReader.OCTETS, new byte[20]),
            value(DerReader.OCTETS, new byte[20]),
            value(DerReader.INTEGER, serial.toByteArray()));
    byte[] single =
        value(
            DerReader.SEQUENCE,
            id,
            status,
            time(from),
            until == null ? new byte[0] : value(DerReader.MEMBER, time(until)));
    byte[] data =
        value(
            DerReader.SEQUENCE,
            value(0xa2, value(DerReader.OCTETS, new byte[20])),
            time(from),
            value(DerReader.SEQUENCE, single));
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(signer.getKeyPair().getPrivate());
      signature.update(data);
      byte[] basic =
          value(
              DerReader.SEQUENCE,
              data,
              ECDSA_SHA256,
              value(DerReader.BITS, new byte[1], signature.sign()),
              sent
                  ? value(
                      DerReader.MEMBER,
                      value(DerReader.SEQUENCE, signer.getCertificate().getEncoded()))
                  : new byte[0]);
      return value(
          DerReader.SEQUENCE,
          value(DerReader.ENUMERATED, new byte[1]),
          value(
              DerReader.MEMBER, value(DerReader.SEQUENCE, BASIC, value(DerReader.OCTETS, basic))));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("no signature", e);
    }
  }
}
