package dev.belfry.projects.files;

import dev.belfry.projects.deploy.Manifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses files that together describe one project. Does no I/O. */
public final class ProjectFiles {
  /** By file, then by line; what has no place comes first. */
  static final Comparator<FileError> IN_ORDER =
      Comparator.comparing(
          FileError::location,
          Comparator.nullsFirst(
              Comparator.comparing(SourceLocation::file).thenComparing(SourceLocation::line)));

  /** Logical id of a project that names none. */
  public static final String DEFAULT_PROJECT = "files";

  private final Shapes shapes;
  private final Map<String, String> environment;

  /**
   * @param environment where {@code ${NAME}} is looked up
   */
  public ProjectFiles(Shapes shapes, Map<String, String> environment) {
    this.shapes = shapes;
    this.environment = environment;
  }

  /** The project of these files, as far as it can be read, and what is wrong with it so far. */
  public ParsedProject read(List<SourceFile> files) {
    List<FileError> errors = new ArrayList<>();
    EntryIndex index = new EntryIndex(errors);
    VariableSubstitution variables = new VariableSubstitution(environment);
    for (SourceFile file : files) {
      YamlText.read(file, variables, errors).ifPresent(index::add);
    }
    ManifestBuilder draft = draft(index, errors);
    String project = text(index.project(), DEFAULT_PROJECT);
    return new ParsedProject(
        new Manifest(project, text(index.name(), project), null, draft.resources()),
        draft.locations(),
        index.project() == null ? null : index.project().location(),
        errors);
  }

  private ManifestBuilder draft(EntryIndex index, List<FileError> errors) {
    ManifestBuilder draft = new ManifestBuilder(index, errors);
    AlertEntries alerting = new AlertEntries(draft, shapes);
    GroupEntries groups = new GroupEntries(draft, shapes, alerting);
    MonitorEntries monitors = new MonitorEntries(draft, shapes, alerting);
    PageEntries pages = new PageEntries(draft, shapes);
    ObjectiveEntries objectives = new ObjectiveEntries(draft, shapes, alerting);
    for (Section section : Section.values()) {
      for (Entry entry : index.all(section)) {
        switch (section) {
          case GROUPS -> groups.add(entry);
          case MONITORS -> monitors.add(entry);
          case PAGES -> pages.add(entry);
          case OBJECTIVES -> objectives.add(entry);
          case LOCATIONS, SERVICES, CHANNELS, MAINTENANCE -> plain(draft, entry);
        }
      }
    }
    return draft;
  }

  private void plain(ManifestBuilder draft, Entry entry) {
    Payload payload = draft.payload(entry);
    payload.members(entry, shapes.of(entry.section()), Set.of());
    draft.add(entry, payload);
  }

  private static String text(Value.@Nullable Member member, String otherwise) {
    return member == null ? otherwise : member.value().text();
  }
}
