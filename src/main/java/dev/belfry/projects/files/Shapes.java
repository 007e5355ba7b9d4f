package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The shapes of all entries, from the contract. Immutable. */
public final class Shapes {
  private final Map<Section, Shape> shapes = new EnumMap<>(Section.class);

  /**
   * @param schemas the schemas of the contract by name
   */
  public Shapes(JsonNode schemas) {
    for (Section section : Section.values()) {
      shapes.put(section, Shape.of(schemas, section.schema()));
    }
  }

  Shape of(Section section) {
    return Objects.requireNonNull(shapes.get(section));
  }

  /** The shape of a member. */
  Shape of(Section section, String member) {
    Shape shape = of(section).member(member);
    return shape == null ? Shape.ANY : shape;
  }
}
