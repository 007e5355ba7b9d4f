// The phases of runs: of one, and of the last ones beside each other.
import { Table, h } from "./dom.js";
import { clock, millis } from "./words.js";
import { where } from "./where.js";

/** Phases of runs of all types. */
const PHASES = { total: "Average latency", dns: "Name lookup", tcp: "Connect", tls: "TLS", firstByte: "Wait", download: "Receive" };

const WIDTH = 600;
const HEIGHT = 140;
const MOST = 60;

/** A few runs keep the width that they have among more. */
const AT_LEAST = 24;

/** So many bars have room for two times beneath them. */
const ROOM = 12;

const Swatch = ({ name }) => h("span", { class: "swatch " + name, "aria-hidden": "true" });

/** The phases of one run, of these names, as a bar and as numbers. */
export function Phases({ phases, names }) {
  if (names[0] === "total") {
    return null; // The whole has no parts to compare.
  }
  const total = phases.total || 1;
  return h(
    "div",
    { class: "phases" },
    h("div", { class: "phase-bar", "aria-hidden": "true" }, names.map((name) => h("span", { key: name, class: "phase " + name, style: { width: (100 * phases[name]) / total + "%" } }))),
    h("dl", { class: "phase-list" }, names.map((name) => h("div", { key: name }, h("dt", null, h(Swatch, { name }), PHASES[name]), h("dd", null, millis(phases[name]))))),
  );
}

/** The last runs, each a bar of its phases; a run without a response has a bar of its own kind. */
export function LastRuns({ results, type }) {
  const { phases: names } = type;
  const phasesOf = (run) => type.result(run)?.phases;
  const runs = results.filter((one) => one.resultType === "FINAL").slice(0, MOST).reverse();
  if (runs.length === 0) {
    return h("p", { class: "empty soft" }, "It has not run yet.");
  }
  const most = Math.max(1, ...runs.filter(phasesOf).map((run) => run.responseTime));
  const failed = runs.filter((run) => run.hasFailures).length;
  return [
    h(
      "figure",
      { class: "bars" },
      h("div", { class: "bars-scale soft", "aria-hidden": "true" }, (runs.some(phasesOf) ? [most, most / 2, 0] : []).map((value) => h("span", { key: value }, millis(value)))),
      h(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `Phases of the last ${runs.length} runs; ${runs.some(phasesOf) ? `the longest took ${millis(most)}, ` : ""}${failed} failed. The table below has the numbers.` },
        [0, HEIGHT / 2, HEIGHT].map((y) => h("line", { key: y, class: "grid", x1: 0, x2: WIDTH, y1: y, y2: y })),
        runs.map((run, at) => h(Bar, { key: run.id, run, phases: phasesOf(run), names, at, count: runs.length, most })),
      ),
      h("div", { class: "bars-feet soft", "aria-hidden": "true", style: { width: Math.min(100, (100 * runs.length) / AT_LEAST) + "%" } }, h("span", null, clock(runs[0].startedAt)), runs.length > ROOM && h("span", null, clock(runs[runs.length - 1].startedAt))),
      h("figcaption", null, h("ul", { class: "legend" }, [...names.map((name) => [name, PHASES[name]]), ["failed", "Failed run"]].map(([name, word]) => h("li", { key: name }, h(Swatch, { name }), word)))),
    ),
    h(
      "details",
      { class: "numbers" },
      h("summary", null, "The same as a table"),
      h(Table, {
        caption: "Response times of the last runs by phase",
        columns: [{ name: "Run" }, { name: "Location" }, ...names.map((name) => ({ name: PHASES[name], class: "number wide" })), { name: "Total", class: "number" }],
        rows: [...runs].reverse().map((run) => ({
          key: run.id,
          cells: [clock(run.startedAt), where(run.runLocation), ...names.map((name) => millis(phasesOf(run)?.[name])), phasesOf(run) ? millis(run.responseTime) : "no response"],
        })),
      }),
    ),
  ];
}

function Bar({ run, phases, names, at, count, most }) {
  const step = WIDTH / Math.max(AT_LEAST, count);
  const box = { x: at * step + step * 0.12, width: step * 0.76 };
  const bad = run.hasFailures && h("rect", { ...box, y: 0, height: HEIGHT, class: "failed" });
  let y = HEIGHT;
  return h(
    "g",
    null,
    h("title", null, `${clock(run.startedAt)}, ${where(run.runLocation)}: ${phases ? millis(run.responseTime) : "no response"}`),
    bad || (!phases && h("rect", { ...box, y: HEIGHT - 4, height: 4, class: "no-answer" })),
    phases &&
      names.map((name) => {
        const height = (phases[name] / most) * HEIGHT;
        y -= height;
        return h("rect", { key: name, ...box, y, height, class: "phase " + name });
      }),
  );
}
