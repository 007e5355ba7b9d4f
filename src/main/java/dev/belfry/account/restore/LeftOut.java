package dev.belfry.account.restore;

import dev.belfry.api.http.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Something that did not return with a resource.
 *
 * @param type of the part, or the type of what a setting named
 * @param reason a word of the contract
 * @param count how many there are
 * @param missing what has to exist for it, null when that is not the reason
 */
record LeftOut(String type, String reason, long count, @Nullable ResourceName missing) {
  String json() {
    return JsonText.object()
        .plain("type", type)
        .plain("reason", reason)
        .number("count", count)
        .raw(
            "missing",
            missing == null
                ? "null"
                : JsonText.object().plain("type", missing.type()).string("id", missing.id()).end())
        .end();
  }
}
