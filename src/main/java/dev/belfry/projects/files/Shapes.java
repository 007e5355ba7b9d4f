package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.check.CheckType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The shapes of all entries, from the contract. Immutable. */
public final class Shapes {
  private final Map<Section, Shape> shapes = new EnumMap<>(Section.class);
  private final Map<CheckType, Shape> monitors = new EnumMap<>(CheckType.class);

  /**
   * @param schemas the schemas of the contract by name
   */
  public Shapes(JsonNode schemas) {
    for (Section section : Section.values()) {
      shapes.put(section, Shape.of(schemas, section.schema()));
    }
    for (CheckType type : CheckType.offered()) {
      monitors.put(type, Shape.of(schemas, Section.monitorSchema(type)));
    }
  }

  Shape of(Section section) {
    return Objects.requireNonNull(shapes.get(section));
  }

  /** The shape of a monitor of a type; that of a URL monitor for a type that is not run. */
  Shape ofMonitor(CheckType type) {
    Shape shape = monitors.get(type);
    return shape == null ? of(Section.MONITORS) : shape;
  }

  /** The shape of a member. */
  Shape of(Section section, String member) {
    Shape shape = of(section).member(member);
    return shape == null ? Shape.ANY : shape;
  }
}
