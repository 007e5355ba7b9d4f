// Figures of a monitor over time, as its chart, its table and its file show them.
import { format } from "./reader.js";
import { millis, percent } from "./words.js";
import { where } from "./where.js";

/** What can be chosen: its name in an address, length of the range in seconds, and of a step in minutes. */
export const RANGES = [
  { name: "1 hour", key: "1h", words: "last hour", seconds: 3600, minutes: 1, lasts: 15 },
  { name: "24 hours", key: "24h", words: "last 24 hours", seconds: 86400, minutes: 15, lasts: 60 },
  { name: "7 days", key: "7d", words: "last 7 days", seconds: 7 * 86400, minutes: 60, lasts: 300 },
  { name: "30 days", key: "30d", words: "last 30 days", seconds: 30 * 86400, minutes: 360, lasts: 300 },
  { name: "90 days", key: "90d", words: "last 90 days", seconds: 90 * 86400, minutes: 1440, lasts: 300 },
];

export const METRICS = "availability,responseTime_p50,responseTime_p95,runs,degradedRuns,failedRuns,missedRuns";

/** Share of runs that passed, in per cent; null without runs. */
const uptime = (runs, failed) => (runs === 0 ? null : (100 * (runs - failed)) / runs);

/** Locations in an order that does not depend on the range, since each has its colour. */
export function places(check, figures) {
  const seen = figures.flatMap((one) => one?.series || []).map((one) => one.runLocation);
  return [...new Set([...(check.locations || []), ...(check.privateLocations || []), ...seen.filter(Boolean).sort()])];
}

/** Figures cut into the steps of the whole range, also those in which nothing ran. */
export function timeline(figures, range) {
  const length = range.minutes * 60000;
  const [from, to] = [Date.parse(figures.from), Date.parse(figures.to)];
  const maintenance = figures.maintenance.map((one) => ({ name: one.name, from: Date.parse(one.startsAt), to: Date.parse(one.endsAt) }));
  const steps = Array.from({ length: Math.ceil((to - from) / length) }, (_, number) => {
    const at = from + number * length;
    const end = Math.min(at + length, to);
    return { at, end, middle: (at + end) / 2, runs: 0, degraded: 0, failed: 0, missed: 0, by: {}, maintenance: maintenance.filter((one) => one.from < end && one.to > at) };
  });
  for (const { runLocation, data } of figures.series) {
    for (const figure of data) {
      const step = figure.startedAt && steps[Math.floor((Date.parse(figure.startedAt) - from) / length)];
      if (step) {
        step.runs += figure.runs;
        step.degraded += figure.degradedRuns;
        step.failed += figure.failedRuns;
        step.missed += figure.missedRuns;
        step.by[runLocation] = { p50: figure.responseTime_p50, p95: figure.responseTime_p95, runs: figure.runs, failed: figure.failedRuns, missed: figure.missedRuns };
      }
    }
  }
  steps.forEach((step) => (step.uptime = uptime(step.runs, step.failed)));
  return { from, to, steps, maintenance, length, locations: figures.series.map((one) => one.runLocation).filter(Boolean) };
}

/** Whether a step has anything to tell. */
export const told = (step) => step.runs > 0 || step.missed > 0 || step.maintenance.length > 0;

/** Whether no step has more than one run of a location, so that percentiles say nothing more. */
export const single = ({ steps }) => steps.every((step) => Object.values(step.by).every((one) => one.runs <= 1));

/** Start of the earliest step in which something ran; null when nothing did. */
export const first = ({ steps }) => steps.find((step) => step.runs > 0)?.at ?? null;

/**
 * The values of one line: null where it is broken, undefined where it goes on to the next value.
 * Values are joined when no run is missing between them.
 */
export function line(steps, place, figure, apart) {
  const values = steps.map((step) => step.by[place]?.[figure] ?? null);
  let last = -1;
  values.forEach((value, at) => {
    if (value !== null) {
      if (last >= 0 && steps[at].at - steps[last].at <= apart) {
        values.fill(undefined, last + 1, at);
      }
      last = at;
    }
  });
  return values;
}

/** The time of a step: with the day where the range has several. */
export function moment(step, range) {
  const day = { month: "short", day: "numeric" };
  const time = { hour: "2-digit", minute: "2-digit" };
  const from = format(range.seconds > 3600 ? { ...day, ...time } : time).format(new Date(step.at));
  const last = new Date(step.at + range.minutes * 60000);
  return range.minutes === 1 ? from : `${from} to ${format(range.minutes >= 360 ? { ...day, ...time } : time).format(last)}`;
}

/** A step in words: the same beside the pointer and for a screen reader. */
export function lines(step, locations, alone) {
  const share = (word, count) => (count === 0 ? "" : `, ${count} of ${step.runs} ${word}`);
  return [
    step.runs === 0 ? "No results" : `Uptime ${percent(step.uptime)}${share("failed", step.failed)}${share("degraded", step.degraded)}`,
    ...locations
      .filter((place) => step.by[place]?.p50 != null)
      .map((place) => `${where(place)}: ${alone ? millis(step.by[place].p50) : `p50 ${millis(step.by[place].p50)}, p95 ${millis(step.by[place].p95)}`}`),
    step.missed > 0 && (step.missed === 1 ? "1 missed run" : `${step.missed} missed runs`),
    ...step.maintenance.map((one) => `Maintenance: ${one.name}`),
  ].filter(Boolean);
}

const quoted = (text) => `"${String(text).replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`;

/** All steps with results as comma-separated values, one line for each location. */
export function csv({ steps }) {
  const rows = steps.flatMap((step) => Object.entries(step.by).map(([place, one]) => [new Date(step.at).toISOString(), quoted(place), one.runs, one.failed, one.missed, one.p50 ?? "", one.p95 ?? ""]));
  return [["from", "location", "runs", "failed", "missed", "p50_ms", "p95_ms"], ...rows].map((row) => row.join(",") + "\r\n").join("");
}
