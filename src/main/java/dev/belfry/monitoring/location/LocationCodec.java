package dev.belfry.monitoring.location;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import java.util.List;

/**
 * The JSON members of a private location, and the one by which checks and groups name some. No
 * other class of the package names them.
 */
final class LocationCodec {
  /** The body of a new location. */
  static final DraftReader<LocationDraft> CREATE =
      new DraftReader<>(LocationCodec::read, PrivateLocationRules::ofNew);

  /** The body of an update; a slug is compared with the stored one only. */
  static final DraftReader<LocationDraft> UPDATE =
      new DraftReader<>(LocationCodec::read, PrivateLocationRules::ofUpdate);

  private static final String NAME = "name";
  private static final String SLUG = "slugName";
  private static final String ICON = "icon";
  private static final String PROXY = "proxyUrl";
  private static final String NAMED = "privateLocations";

  private LocationCodec() {}

  /** Reads a body, or the document of a location. */
  static LocationDraft read(JsonNode body) {
    FieldReader location = new FieldReader(body);
    return new LocationDraft(
        location.text(NAME), location.text(SLUG), location.text(ICON), location.text(PROXY));
  }

  /** The document that a project is compared by. */
  static ObjectNode document(LocationDraft draft) {
    return JsonText.parse(
        new FieldWriter()
            .text(NAME, draft.name())
            .text(SLUG, draft.slugName())
            .text(ICON, draft.icon())
            .text(PROXY, draft.proxyUrl())
            .end());
  }

  /** The slug of a document, empty when it has none. */
  static String slug(JsonNode document) {
    String slug = new FieldReader(document).text(SLUG).value();
    return slug == null ? "" : slug;
  }

  /** The slugs that the document of a check or group names. */
  static List<String> named(JsonNode document) {
    List<String> slugs = new FieldReader(document).texts(NAMED).value();
    return slugs == null ? List.of() : slugs;
  }
}
