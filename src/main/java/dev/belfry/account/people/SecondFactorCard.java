package dev.belfry.account.people;

import io.nayuki.qrcodegen.QrCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A new secret as an app takes it.
 *
 * @param secret in Base32
 * @param uri the same with the name under which the app lists it
 */
record SecondFactorCard(String secret, String uri) {
  private static final String ISSUER = "Belfry";

  /** Empty cells around a QR code, which readers need. */
  private static final int MARGIN = 4;

  static SecondFactorCard of(TotpSecret secret, String email) {
    String name = URLEncoder.encode(email, StandardCharsets.UTF_8).replace("+", "%20");
    return new SecondFactorCard(
        secret.text(),
        "otpauth://totp/%s:%s?secret=%s&issuer=%s".formatted(ISSUER, name, secret.text(), ISSUER));
  }

  /** The URI as a QR code in SVG, black on white in every theme, since readers need that. */
  String qrCode() {
    QrCode code = QrCode.encodeText(uri, QrCode.Ecc.MEDIUM);
    StringBuilder cells = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          cells.append("M%d %dh1v1h-1z".formatted(x + MARGIN, y + MARGIN));
        }
      }
    }
    int size = code.size + 2 * MARGIN;
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">\
        <path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>"""
        .formatted(size, size, size, size, cells);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "SecondFactorCard";
  }
}
