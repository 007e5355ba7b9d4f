// Response times as pictures, each with the same in words and numbers beside it.
import { Table, h } from "./dom.js";
import { clock, millis, percent } from "./words.js";

/** Phases of a request, in their order. */
export const PHASES = [
  ["dns", "Name lookup"],
  ["tcp", "Connect"],
  ["tls", "TLS"],
  ["firstByte", "Wait"],
  ["download", "Receive"],
];

const WIDTH = 600;
const HEIGHT = 140;

const top = (values) => Math.max(1, ...values.filter((value) => typeof value === "number"));

function Frame({ most, first, last, label, children, legend }) {
  return h(
    "figure",
    { class: "chart" },
    h(
      "div",
      { class: "chart-area" },
      most > 1 && h("span", { class: "chart-top soft", "aria-hidden": "true" }, millis(most)),
      h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, children),
    ),
    h("div", { class: "chart-feet soft", "aria-hidden": "true" }, h("span", null, first), h("span", null, last)),
    h("figcaption", null, legend),
  );
}

const Legend = ({ of }) => h("ul", { class: "legend" }, of.map(([name, word]) => h("li", { key: name }, h("span", { class: "swatch " + name, "aria-hidden": "true" }), word)));

/** The last runs, each a bar of its phases; what got no answer is a bar of its own kind. */
export function Runs({ results }) {
  const runs = results.filter((one) => one.resultType === "FINAL").slice(0, 60).reverse();
  if (runs.length === 0) {
    return h("p", { class: "empty soft" }, "It has not run yet.");
  }
  const most = top(runs.map((run) => (run.apiCheckResult?.response ? run.responseTime : null)));
  const step = WIDTH / runs.length;
  const bars = runs.map((run, at) => {
    const phases = run.apiCheckResult?.response?.timingPhases;
    const box = { x: at * step + step * 0.12, width: step * 0.76 };
    const bad = run.hasFailures && h("rect", { ...box, y: 0, height: HEIGHT, class: "failed" });
    if (!phases) {
      return h("g", { key: run.id }, bad || h("rect", { ...box, y: HEIGHT - 4, height: 4, class: "no-answer" }));
    }
    let y = HEIGHT;
    const parts = PHASES.map(([name]) => {
      const height = (phases[name] / most) * HEIGHT;
      y -= height;
      return h("rect", { key: name, ...box, y, height, class: "phase " + name });
    });
    return h("g", { key: run.id }, bad, parts);
  });
  const failed = runs.filter((run) => run.hasFailures).length;
  return [
    h(
      Frame,
      {
        most,
        first: clock(runs[0].startedAt),
        last: clock(runs[runs.length - 1].startedAt),
        label: `Response times of the last ${runs.length} runs by phase; ${most > 1 ? `the longest took ${millis(most)}, ` : ""}${failed} failed. The table below has the numbers.`,
        legend: h(Legend, { of: [...PHASES, ["failed", "Failed"]] }),
      },
      bars,
    ),
    h(
      "details",
      { class: "numbers" },
      h("summary", null, "The same as a table"),
      h(Table, {
        caption: "Response times of the last runs by phase",
        columns: [{ name: "Run" }, ...PHASES.map(([, name]) => ({ name, class: "number wide" })), { name: "Total", class: "number" }],
        rows: [...runs].reverse().map((run) => ({
          key: run.id,
          cells: [clock(run.startedAt), ...PHASES.map(([name]) => millis(run.apiCheckResult?.response?.timingPhases?.[name])), run.apiCheckResult?.response ? millis(run.responseTime) : "no response"],
        })),
      }),
    ),
  ];
}

const line = (points, most) =>
  points
    .map((point, at) => (point == null ? null : `${((at + 0.5) * WIDTH) / points.length},${HEIGHT - (point / most) * HEIGHT}`))
    .filter(Boolean)
    .join(" ");

/** Median and 95th percentile over a longer time, with availability beneath. */
export function Trend({ analytics, days }) {
  const steps = (analytics.series[0]?.data || []).filter((step) => step.startedAt);
  if (!steps.some((step) => step.availability != null)) {
    return h("p", { class: "empty soft" }, "There are no results in this period.");
  }
  const most = top(steps.map((step) => step.responseTime_p95));
  const when = (step) => new Date(step.startedAt).toLocaleString(undefined, days > 1 ? { month: "short", day: "numeric", hour: days > 7 ? undefined : "2-digit" } : { hour: "2-digit", minute: "2-digit" });
  const tone = (value) => (value == null ? "none" : value >= 99.9 ? "good" : value >= 99 ? "warn" : "bad");
  return [
    h(
      Frame,
      {
        most,
        first: when(steps[0]),
        last: when(steps[steps.length - 1]),
        label: `Median and 95th percentile of the response times; the highest is ${millis(most)}. The table below has the numbers.`,
        legend: h(Legend, { of: [["p50", "Median"], ["p95", "95th percentile"]] }),
      },
      h("polyline", { class: "line p95", points: line(steps.map((step) => step.responseTime_p95), most) }),
      h("polyline", { class: "line p50", points: line(steps.map((step) => step.responseTime_p50), most) }),
    ),
    h("div", { class: "strip", role: "img", "aria-label": `Availability of each of ${steps.length} periods; the table has the numbers.` }, steps.map((step) => h("span", { key: step.startedAt, class: tone(step.availability), title: `${when(step)}: ${percent(step.availability)}` }))),
    h(
      "details",
      { class: "numbers" },
      h("summary", null, "The same as a table"),
      h(Table, {
        caption: "Availability and response times",
        columns: [{ name: "From" }, { name: "Availability", class: "number" }, { name: "Median", class: "number" }, { name: "95 %", class: "number" }],
        rows: [...steps].reverse().map((step) => ({ key: step.startedAt, cells: [when(step), percent(step.availability), millis(step.responseTime_p50), millis(step.responseTime_p95)] })),
      }),
    ),
  ];
}
