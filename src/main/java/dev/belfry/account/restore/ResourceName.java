package dev.belfry.account.restore;

import dev.belfry.api.http.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Names a resource.
 *
 * @param type as the audit log calls it
 * @param id a number as text, or a GUID
 * @param name null when it has none
 */
record ResourceName(String type, String id, @Nullable String name) {
  /** Reads type and id from the text that names an owner of a part, {@code type:id}. */
  static ResourceName ofOwner(String owner) {
    int colon = owner.indexOf(':');
    return new ResourceName(owner.substring(0, colon), owner.substring(colon + 1), null);
  }

  /** The text that names it as an owner of parts. */
  String owner() {
    return type + ":" + id;
  }

  /** JSON text with the name. */
  String json() {
    return JsonText.object().plain("type", type).string("id", id).string("name", name).end();
  }
}
