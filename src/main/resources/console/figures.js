// Uptime and percentiles of a monitor, over several ranges and for each location.
import { Empty, Table, Time, h } from "./dom.js";
import { numeral } from "./reader.js";
import { RANGES, first, timeline } from "./series.js";
import { lasting, millis, percent } from "./words.js";
import { where } from "./where.js";

/** The ranges at which people look first. */
export const SUMMARY = RANGES.filter((range) => ["24 hours", "7 days", "30 days"].includes(range.name));

/** The part of a range from which a figure is told without saying how much was measured. */
const WHOLE = 0.95;

/** How long a monitor has been measured within a range, if that is not all of it. */
function measured(figures, range, check) {
  const began = first(timeline(figures, range));
  const seconds = began === null ? 0 : (Date.parse(figures.to) - Math.max(began, Date.parse(check.created_at))) / 1000;
  return began === null || seconds >= WHOLE * range.seconds ? null : lasting(seconds);
}

/** The main figures of these ranges. */
export function Summary({ figures, check }) {
  return h(
    "dl",
    { class: "figures" },
    SUMMARY.map((range) => {
      const one = figures[range.name];
      const part = measured(one, range, check);
      const { availability, responseTime_p50: p50, responseTime_p95: p95 } = one.aggregate;
      return h(
        "div",
        { key: range.name, class: "figure" },
        h("dt", { class: "soft" }, `Last ${range.name}`),
        h("dd", null, h("strong", null, availability == null ? "No data yet" : `Uptime ${percent(availability)}`)),
        p50 != null && h("dd", { class: "soft" }, `p50 ${millis(p50)}, p95 ${millis(p95)}`),
        part && h("dd", { class: "soft" }, `Measured for ${part} so far`),
      );
    }),
  );
}

/** Each location over a range, with its newest run. */
export function Locations({ figures, results }) {
  const rows = figures.series.filter((one) => one.runLocation);
  if (rows.length === 0) {
    return h(Empty, null, "No results in this period.");
  }
  const newest = (place) => results.find((one) => one.resultType === "FINAL" && one.runLocation === place);
  return h(Table, {
    caption: "Figures by location",
    columns: [
      { name: "Location" },
      { name: "Uptime", class: "number" },
      { name: "p50", class: "number" },
      { name: "p95", class: "number" },
      { name: "Failed", class: "number wide" },
      { name: "Missed", class: "number wide" },
      { name: "Last run", class: "number wide" },
    ],
    rows: rows.map(({ runLocation, aggregate }) => ({
      key: runLocation,
      cells: [
        where(runLocation),
        percent(aggregate.availability),
        millis(aggregate.responseTime_p50),
        millis(aggregate.responseTime_p95),
        `${numeral(aggregate.failedRuns)} of ${numeral(aggregate.runs)}`,
        numeral(aggregate.missedRuns),
        h(Time, { at: newest(runLocation)?.startedAt, none: "–" }),
      ],
    })),
  });
}
