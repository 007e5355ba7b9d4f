package dev.belfry.monitoring.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts of a certificate or a handshake that assertions name by their property. */
public enum SslFact {
  DAYS_UNTIL_EXPIRY(AssertionSource.CERTIFICATE, "daysUntilExpiry", Kind.NUMBER),
  KEY_SIZE_BITS(AssertionSource.CERTIFICATE, "keySizeBits", Kind.NUMBER),
  SUBJECT_CN(AssertionSource.CERTIFICATE, "subjectCN", Kind.TEXT),
  ISSUER_CN(AssertionSource.CERTIFICATE, "issuerCN", Kind.TEXT),
  SERIAL_NUMBER(AssertionSource.CERTIFICATE, "serialNumber", Kind.HEX),
  FINGERPRINT(AssertionSource.CERTIFICATE, "fingerprintSha256", Kind.HEX),
  ISSUER_FINGERPRINT(AssertionSource.CERTIFICATE, "issuerFingerprintSha256", Kind.HEX),
  KEY_ALGORITHM(AssertionSource.CERTIFICATE, "keyAlgorithm", Kind.WORD),
  SIGNATURE_ALGORITHM(AssertionSource.CERTIFICATE, "signatureAlgorithm", Kind.WORD),
  SANS(AssertionSource.CERTIFICATE, "sans", Kind.NAMES),
  SELF_SIGNED(AssertionSource.CERTIFICATE, "selfSigned", Kind.FLAG),
  IS_CA(AssertionSource.CERTIFICATE, "isCA", Kind.FLAG),
  TLS_VERSION(AssertionSource.CONNECTION, "tlsVersion", Kind.VERSION),
  CIPHER_SUITE(AssertionSource.CONNECTION, "cipherSuite", Kind.TEXT),
  HOSTNAME_VERIFIED(AssertionSource.CONNECTION, "hostnameVerified", Kind.FLAG),
  CHAIN_TRUSTED(AssertionSource.CONNECTION, "chainTrusted", Kind.FLAG),
  OCSP_STAPLED(AssertionSource.CONNECTION, "ocspStapled", Kind.FLAG),
  OCSP_STATUS(AssertionSource.CONNECTION, "ocspStatus", Kind.WORD),
  RESOLVED_IP(AssertionSource.CONNECTION, "resolvedIp", Kind.TEXT);

  private static final String NUMBERS = "[+-]?[0-9]{1,18}([.][0-9]{1,18})?";

  private final AssertionSource source;
  private final String property;
  private final Kind kind;

  SslFact(AssertionSource source, String property, Kind kind) {
    this.source = source;
    this.property = property;
    this.kind = kind;
  }

  /** What a fact is, which decides how it can be compared and with what. */
  @SuppressWarnings("ImmutableEnumChecker") // Its functions have no state.
  private enum Kind {
    NUMBER(
        EnumSet.of(
            Comparison.EQUALS,
            Comparison.NOT_EQUALS,
            Comparison.GREATER_THAN,
            Comparison.LESS_THAN),
        target -> target.strip().matches(NUMBERS),
        "a number such as \"30\"",
        String::strip),
    VERSION(
        EnumSet.of(
            Comparison.EQUALS,
            Comparison.NOT_EQUALS,
            Comparison.GREATER_THAN,
            Comparison.LESS_THAN),
        target -> TlsVersion.parse(target).isPresent(),
        "a version from \"TLS1.0\" to \"TLS1.3\"",
        target -> TlsVersion.parse(target).map(TlsVersion::wire).orElse(target)),
    TEXT(
        EnumSet.of(
            Comparison.EQUALS, Comparison.NOT_EQUALS, Comparison.CONTAINS, Comparison.NOT_CONTAINS),
        target -> true,
        "a text",
        target -> target),
    WORD(
        EnumSet.of(Comparison.EQUALS, Comparison.NOT_EQUALS),
        target -> true,
        "a text",
        String::strip),
    HEX(
        EnumSet.of(Comparison.EQUALS, Comparison.NOT_EQUALS),
        target -> target.matches("(0x)?[0-9A-Fa-f: ]*"),
        "digits in base 16, with or without colons",
        SslFact::plainHex),
    NAMES(
        EnumSet.of(Comparison.CONTAINS, Comparison.NOT_CONTAINS),
        target -> !target.isBlank(),
        "a name such as \"example.com\"",
        target -> target.strip().toLowerCase(Locale.ROOT)),
    FLAG(
        EnumSet.of(Comparison.EQUALS),
        target -> target.equals("true") || target.equals("false"),
        "\"true\" or \"false\"",
        target -> target);

    private final Set<Comparison> comparisons;
    private final Predicate<String> accepts;
    private final String wanted;
    private final UnaryOperator<String> plain;

    Kind(
        Set<Comparison> comparisons,
        Predicate<String> accepts,
        String wanted,
        UnaryOperator<String> plain) {
      this.comparisons = comparisons;
      this.accepts = accepts;
      this.wanted = wanted;
      this.plain = plain;
    }
  }

  private static String plainHex(String target) {
    String digits = target.toLowerCase(Locale.ROOT).replaceAll("^0x|[: ]", "");
    return digits.replaceAll("^0+(?=.)", "");
  }

  /** The name in the member {@code property}. */
  public String property() {
    return property;
  }

  /** Where it is looked for: {@code CERTIFICATE} or {@code CONNECTION}. */
  public AssertionSource source() {
    return source;
  }

  /** The fact that an assertion looks at; empty for other sources and unknown properties. */
  public static Optional<SslFact> of(AssertionSource source, String property) {
    return Arrays.stream(values())
        .filter(fact -> fact.source == source && fact.property.equals(property))
        .findFirst();
  }

  /** The properties of a source in their order; empty for a source that is not made of facts. */
  public static List<String> propertiesOf(AssertionSource source) {
    return Arrays.stream(values())
        .filter(fact -> fact.source == source)
        .map(SslFact::property)
        .toList();
  }

  /** How it can be compared, in the order of {@link Comparison}. */
  public Stream<Comparison> comparisons() {
    return kind.comparisons.stream();
  }

  /** What the target of an assertion must be; null for one that is. */
  public @Nullable String wantedInsteadOf(String target) {
    return kind.accepts.test(target) ? null : kind.wanted;
  }

  /** The target as the fact itself is written, so that spellings do not matter. */
  String plain(String target) {
    String plain = kind.plain.apply(target);
    boolean isFingerprint = this == FINGERPRINT || this == ISSUER_FINGERPRINT;
    return isFingerprint && plain.length() < 64 && plain.matches("[0-9a-f]+")
        ? "0".repeat(64 - plain.length()) + plain
        : plain;
  }
}
