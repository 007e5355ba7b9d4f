package dev.belfry.projects.files;

import java.util.List;
import java.util.stream.Collectors;

/** Files that cannot be applied, with everything that is wrong with them. */
public final class FaultyFiles extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  /** At least one fault. */
  public FaultyFiles(List<Fault> faults) {
    super(
        faults.stream().map(Fault::toString).collect(Collectors.joining("\n")), null, false, false);
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}
