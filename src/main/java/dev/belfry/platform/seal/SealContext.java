package dev.belfry.platform.seal;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Where a sealed value lies. It is part of what is sealed, so that a value that is copied to
 * another place cannot be unsealed there.
 *
 * @param what table and column, or member of a document, such as {@code
 *     alert_channels.webhookSecret}; without NUL
 * @param account whose it is; the person, for what belongs to no account
 * @param row what tells the row from others of the account
 */
public record SealContext(String what, UUID account, String row) {

  byte[] bytes() {
    return ("belfry v1\0" + what + '\0' + account + '\0' + row).getBytes(StandardCharsets.UTF_8);
  }
}
