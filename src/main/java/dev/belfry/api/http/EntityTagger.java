package dev.belfry.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.Sha256;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Makes strong entity tags (RFC 9110, section 8.8.3) out of bodies: 128 bits of SHA-256. Where a
 * document has members that change by themselves, a first part of the tag, before a full stop, is
 * made without them ({@link TagCondition#holdsFor}). Confined to one event loop.
 */
final class EntityTagger {
  private static final int BYTES = 16;

  private final MessageDigest digest = Sha256.digest();

  /**
   * The tag with its quotes.
   *
   * @param body a JSON document
   * @param volatileMembers names of members at its top that change by themselves
   */
  String tag(Buffer body, List<String> volatileMembers) {
    String whole = hash(((BufferInternal) body).getByteBuf().nioBuffer());
    if (volatileMembers.isEmpty()) {
      return '"' + whole + '"';
    }
    JsonNode document = JsonText.parse(body.toString());
    if (document instanceof ObjectNode object) {
      object.remove(volatileMembers);
    }
    byte[] lasting = document.toString().getBytes(StandardCharsets.UTF_8);
    return '"' + hash(ByteBuffer.wrap(lasting)) + TagCondition.PARTS + whole + '"';
  }

  /**
   * The tag, with its quotes, of a document that does not show all that it stands for.
   *
   * @param revision tells one state of what is hidden from another
   */
  static String tag(Buffer body, String revision) {
    byte[] both = Sha256.ofAll(body.getBytes(), revision.getBytes(StandardCharsets.UTF_8));
    return '"' + text(both) + '"';
  }

  private String hash(ByteBuffer bytes) {
    digest.update(bytes);
    return text(digest.digest());
  }

  private static String text(byte[] hash) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
  }
}
