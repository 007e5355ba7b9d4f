package dev.belfry.run;

import dev.belfry.probe.ProbeResult;

/** Whether this instance was in a state to tell what a target is like. */
interface Observer {
  /**
   * The evaluation as it stands, or an observer fault in its place.
   *
   * @param begun when the attempt began, milliseconds since 1970
   */
  Evaluation judge(RunSpec spec, ProbeResult result, Evaluation evaluation, long begun);
}
