// The last 24 hours of all monitors together: uptime, response times and alerts, hour by hour.
import { Card, Link, Table, h } from "./dom.js";
import { numeral } from "./reader.js";
import { counted, hour, millis, percent } from "./words.js";

const HOUR = 3600000;
const WIDE = 10;
const TALL = 60;
/** A small share is still to be seen. */
const LEAST = 3;

const starts = (of) => of.passed.map((count, at) => new Date(of.from).getTime() + at * HOUR);

const runs = (of, at) => of.passed[at] + of.degraded[at] + of.failed[at];

/** Three pictures and a table; `of` is the trend of the overview. */
export function Trend({ of }) {
  const measured = of.passed.some((count, at) => runs(of, at) > 0);
  const alerts = of.alerts.reduce((sum, count) => sum + count, 0);
  const last = of.responseTimeP95.findLastIndex((value) => value !== null);
  const until = new Date(of.until).getTime();
  const slowest = Math.max(0, ...of.responseTimeP95.map((time) => time ?? 0));
  const most = Math.max(0, ...of.alerts);
  return h(
    Card,
    { id: "trend", title: "Last 24 hours", aside: h(Link, { to: "/monitors?order=UPTIME" }, "Lowest uptime first") },
    h(
      "div",
      { class: "trends" },
      h(Panel, { of, name: "Uptime", value: of.availability === null ? "No data yet" : percent(of.availability), label: `Uptime by hour: ${of.availability === null ? "no data yet" : percent(of.availability) + " over 24 hours"}` }, h(Shares, { of })),
      h(
        Panel,
        { of, name: "Response time (p50)", top: last >= 0 && millis(slowest), value: last < 0 ? "No data yet" : [millis(of.responseTimeP50[last]), h("span", { class: "soft" }, ` · p95 ${millis(of.responseTimeP95[last])}`)], label: `Response times by hour${last < 0 ? ": no data yet" : `: p50 ${millis(of.responseTimeP50[last])}, p95 ${millis(of.responseTimeP95[last])} in the last of them`}` },
        h(Lines, { of }),
      ),
      h(Panel, { of, name: "Alerts", top: most > 0 && `${numeral(most)} an hour`, value: numeral(alerts), label: `${counted(alerts, "alert")} by hour` }, h(Counts, { of })),
    ),
    measured &&
      h(
        "details",
        { class: "numbers" },
        h("summary", null, "The same as a table"),
        h(Table, {
          caption: "Last 24 hours of all monitors",
          columns: [{ name: "Hour", heads: true }, { name: "Uptime", class: "number" }, { name: "Failed", class: "number" }, { name: "Runs", class: "number" }, { name: "p50", class: "number" }, { name: "p95", class: "number" }, { name: "Alerts", class: "number" }],
          rows: starts(of)
            .map((start, at) => ({ key: start, cells: [hour(start), percent(of.availabilities[at]), numeral(of.failed[at]), numeral(runs(of, at)), millis(of.responseTimeP50[at]), millis(of.responseTimeP95[at]), numeral(of.alerts[at])] }))
            .reverse(),
        }),
      ),
    Date.now() - until > 120000 && h("p", { class: "hint soft" }, `Runs are counted up to ${hour(until)}: with this many monitors, an hour is added when it is over.`),
  );
}

function Panel({ of, name, value, label, top, children }) {
  return h(
    "figure",
    { class: "trend" },
    h("figcaption", null, h("span", { class: "soft" }, name), h("strong", null, value)),
    h("svg", { viewBox: `0 0 ${of.passed.length * WIDE} ${TALL}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, h("line", { class: "ground", x1: 0, x2: of.passed.length * WIDE, y1: TALL, y2: TALL }), children),
    h("p", { class: "feet soft", "aria-hidden": "true" }, h("span", null, hour(of.from)), top && h("span", null, "up to ", top), h("span", null, "now")),
  );
}

/** Passed, degraded and failed runs of each hour as parts of a bar. */
function Shares({ of }) {
  return starts(of).map((start, at) => {
    const all = runs(of, at);
    if (all === 0) {
      return h("g", { key: start }, h("title", null, `${hour(start)}: no data`), h("rect", { class: "none", x: at * WIDE, y: TALL - 4, width: WIDE - 2, height: 4 }));
    }
    const tall = (count) => (count === 0 ? 0 : Math.max(LEAST, (TALL * count) / all));
    const bad = tall(of.failed[at]);
    const warn = Math.min(tall(of.degraded[at]), TALL - bad);
    const part = (tone, y, height) => height > 0 && h("rect", { class: tone, x: at * WIDE, y, width: WIDE - 2, height });
    return h("g", { key: start }, h("title", null, `${hour(start)}: ${percent(of.availabilities[at])} uptime, ${numeral(of.failed[at])} of ${counted(all, "run")} failed`), part("bad", 0, bad), part("warn", bad, warn), part("good", bad + warn, TALL - bad - warn));
  });
}

function Lines({ of }) {
  const top = Math.max(1, ...of.responseTimeP95.map((value) => value ?? 0)) * 1.1;
  const point = (value, at) => `${at * WIDE + WIDE / 2 - 1} ${(TALL - (TALL * value) / top).toFixed(1)}`;
  const has = (values, at) => typeof values[at] === "number";
  /** Hours without a response interrupt the line; a lone hour is a stroke as wide as a bar. */
  const one = (values, at) => (has(values, at - 1) ? "L" + point(values[at], at) : has(values, at + 1) ? "M" + point(values[at], at) : `M${point(values[at], at)} m${1 - WIDE / 2} 0 h${WIDE - 2}`);
  const path = (values) => values.map((value, at) => (value === null ? "" : one(values, at))).join(" ");
  return [
    h("path", { key: "p95", class: "line later", d: path(of.responseTimeP95) }),
    h("path", { key: "p50", class: "line", d: path(of.responseTimeP50) }),
    starts(of).map((start, at) => of.responseTimeP95[at] !== null && h("rect", { key: start, class: "hear", x: at * WIDE, y: 0, width: WIDE, height: TALL }, h("title", null, `${hour(start)}: p50 ${millis(of.responseTimeP50[at])}, p95 ${millis(of.responseTimeP95[at])}`))),
  ];
}

function Counts({ of }) {
  const top = Math.max(1, ...of.alerts);
  return starts(of).map((start, at) => {
    const height = of.alerts[at] === 0 ? 0 : Math.max(LEAST, (TALL * of.alerts[at]) / top);
    return h("g", { key: start }, h("title", null, `${hour(start)}: ${counted(of.alerts[at], "alert")}`), h("rect", { class: "count", x: at * WIDE, y: TALL - height, width: WIDE - 2, height }));
  });
}
