// Verdicts of the runs of each step, and beneath them the failed and missed runs, along the axis of a chart.
import { h } from "./dom.js";
import { told } from "./series.js";

const BAR = 14;
const MARKS = 22;
const SMALLEST = 0.3;
const CROSS = "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5";
const DIAMOND = "M0-4.5 4.5 0 0 4.5-4.5 0Z";

/** One sign of the marks, to be explained in a legend. */
export function Mark({ kind }) {
  return h("svg", { class: "mark", viewBox: "-6 -6 12 12", width: 12, height: 12, "aria-hidden": "true" }, h("path", { class: kind, d: kind === "failed" ? CROSS : DIAMOND }));
}

/** The strip; `hear` is told the step at the pointer. */
export function Strip({ timeline, at, box, hear }) {
  const { from, to, steps } = timeline;
  const share = (time) => (100 * (time - from)) / (to - from) + "%";
  const width = (step) => (100 * (step.end - step.at)) / (to - from) + "%";
  const heard = (event) => {
    const area = event.currentTarget.getBoundingClientRect();
    const time = from + ((event.clientX - area.left) / area.width) * (to - from);
    hear(steps.findIndex((step) => step.at <= time && step.end > time));
  };
  return h(
    "svg",
    { class: "strip", width: box.width, height: BAR + MARKS, style: { marginLeft: box.left + "px" }, "aria-hidden": "true", onPointerMove: heard, onPointerLeave: () => hear(-1) },
    h("rect", { class: "none", width: "100%", height: BAR }),
    steps.map((step, number) => {
      if (!told(step)) {
        return null;
      }
      const tall = (count) => (count === 0 ? 0 : BAR * Math.max(SMALLEST, count / step.runs));
      const bad = tall(step.failed);
      const warn = Math.min(tall(step.degraded), BAR - bad);
      const part = (tone, y, height) => height > 0 && h("rect", { class: tone, x: share(step.at), width: width(step), y, height });
      return h(
        "g",
        { key: step.at },
        step.runs > 0 && [part("good", 0, BAR - bad - warn), part("warn", BAR - bad - warn, warn), part("bad", BAR - bad, bad)],
        step.failed > 0 && h("svg", { x: share(step.middle), y: BAR + 8, overflow: "visible" }, h("path", { class: "failed", d: CROSS })),
        step.missed > 0 && h("svg", { x: share(step.middle), y: BAR + (step.failed > 0 ? 17 : 8), overflow: "visible" }, h("path", { class: "missed", d: DIAMOND })),
        number === at && h("rect", { class: "here", x: share(step.at), width: width(step), height: BAR }),
      );
    }),
  );
}
