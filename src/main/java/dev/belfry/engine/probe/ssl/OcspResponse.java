package dev.belfry.engine.probe.ssl;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads OCSP responses that servers staple to their certificates (RFC 6960, section 4.2). */
final class OcspResponse {
  private static final int GOOD = 0x80;
  private static final int REVOKED = 0xa1;
  private static final String BASIC = "1.3.6.1.5.5.7.48.1.1";
  private static final String SIGNS_RESPONSES = "1.3.6.1.5.5.7.3.9";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'", Locale.ROOT);

  /** Clocks of responders may be ahead of ours. */
  private static final Duration SKEW = Duration.ofMinutes(15);

  private final byte[] signed;
  private final String algorithm;
  private final byte[] signature;
  private final byte @Nullable [] signer;

  private OcspResponse(
      byte[] signed, String algorithm, byte[] signature, byte @Nullable [] signer) {
    this.signed = signed;
    this.algorithm = algorithm;
    this.signature = signature;
    this.signer = signer;
  }

  /**
   * What a response says of a certificate.
   *
   * @param issuer of the certificate; null when the server did not send it
   */
  static OcspStatus status(
      byte[] response, X509Certificate certificate, @Nullable X509Certificate issuer, Instant now) {
    try {
      OcspResponse read = read(response);
      if (issuer == null) {
        return OcspStatus.UNKNOWN;
      }
      return read.isSignedFor(issuer)
          ? read.statusOf(certificate.getSerialNumber(), now)
          : OcspStatus.INVALID;
    } catch (IOException | GeneralSecurityException | DateTimeException e) {
      return OcspStatus.INVALID;
    }
  }

  private static OcspResponse read(byte[] response) throws IOException {
    DerReader outer = new DerReader(response).inside(DerReader.SEQUENCE);
    byte[] outcome = outer.content(DerReader.ENUMERATED);
    if (!Arrays.equals(outcome, new byte[1])) {
      throw new IOException("The responder refused to answer");
    }
    DerReader answer = outer.inside(DerReader.MEMBER).inside(DerReader.SEQUENCE);
    if (!answer.objectName().equals(BASIC)) {
      throw new IOException("The response has an unknown form");
    }
    DerReader basic = new DerReader(answer.content(DerReader.OCTETS)).inside(DerReader.SEQUENCE);
    byte[] signed = basic.whole();
    String algorithm = basic.inside(DerReader.SEQUENCE).objectName();
    byte[] bits = basic.content(DerReader.BITS);
    if (bits.length == 0) {
      throw new IOException("The response has no signature");
    }
    byte[] signer = null;
    if (basic.tag() == DerReader.MEMBER) {
      DerReader list = basic.inside(DerReader.MEMBER).inside(DerReader.SEQUENCE);
      signer = list.hasMore() ? list.whole() : null;
    }
    return new OcspResponse(signed, algorithm, Arrays.copyOfRange(bits, 1, bits.length), signer);
  }

  /** The issuer signs itself, or gives another key the right to. */
  private boolean isSignedFor(X509Certificate issuer) throws GeneralSecurityException {
    if (signer == null) {
      return isSignedBy(issuer.getPublicKey());
    }
    X509Certificate delegate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(signer));
    if (delegate.equals(issuer)) {
      return isSignedBy(issuer.getPublicKey());
    }
    List<String> uses = delegate.getExtendedKeyUsage();
    delegate.verify(issuer.getPublicKey());
    return uses != null && uses.contains(SIGNS_RESPONSES) && isSignedBy(delegate.getPublicKey());
  }

  private boolean isSignedBy(PublicKey key) throws GeneralSecurityException {
    Signature verifier = Signature.getInstance(algorithm);
    verifier.initVerify(key);
    verifier.update(signed);
    return verifier.verify(signature);
  }

  private OcspStatus statusOf(BigInteger serial, Instant now) throws IOException {
    DerReader data = new DerReader(signed).inside(DerReader.SEQUENCE);
    data.skipIf(DerReader.MEMBER); // Its version.
    data.skip(); // Who responds.
    data.skip(); // When.
    DerReader responses = data.inside(DerReader.SEQUENCE);
    while (responses.hasMore()) {
      DerReader one = responses.inside(DerReader.SEQUENCE);
      if (serialOf(one.inside(DerReader.SEQUENCE)).equals(serial)) {
        return status(one, now);
      }
    }
    return OcspStatus.INVALID;
  }

  private static BigInteger serialOf(DerReader certificate) throws IOException {
    certificate.skip(); // The digest that the next two are made with.
    certificate.skip();
    certificate.skip();
    byte[] serial = certificate.content(DerReader.INTEGER);
    return serial.length == 0 ? BigInteger.ZERO : new BigInteger(serial);
  }

  private static OcspStatus status(DerReader one, Instant now) throws IOException {
    int said = one.tag();
    one.skip();
    Instant from = time(one);
    Instant until =
        one.tag() == DerReader.MEMBER ? time(one.inside(DerReader.MEMBER)) : Instant.MAX;
    if (from.minus(SKEW).isAfter(now) || until.isBefore(now.minus(SKEW))) {
      return OcspStatus.INVALID;
    }
    return said == REVOKED
        ? OcspStatus.REVOKED
        : said == GOOD ? OcspStatus.GOOD : OcspStatus.UNKNOWN;
  }

  private static Instant time(DerReader values) throws IOException {
    String text = new String(values.content(DerReader.TIME), StandardCharsets.US_ASCII);
    return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
  }
}
