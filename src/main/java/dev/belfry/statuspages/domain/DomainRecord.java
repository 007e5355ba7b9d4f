package dev.belfry.statuspages.domain;

import dev.belfry.platform.seal.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The TXT record by which the owner of a domain lets an account use it. Its value is no secret: it
 * names the account, and only the owner can put it there.
 *
 * @param name of the record
 * @param value of the record
 */
public record DomainRecord(String name, String value) {
  private static final String LABEL = "_belfry-challenge.";
  private static final int DIGEST_BYTES = 16;

  /** The record for a domain in lower case. */
  public static DomainRecord of(UUID account, String domain) {
    byte[] digest =
        Sha256.digest()
            .digest(
                ("belfry custom domain\n" + account + "\n" + domain)
                    .getBytes(StandardCharsets.UTF_8));
    return new DomainRecord(
        LABEL + domain, "belfry=" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES));
  }
}
