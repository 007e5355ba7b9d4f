// The last 24 hours of a monitor, as one bar for each hour: height and colour say the same.
import { h } from "./dom.js";
import { counted, hour, percent } from "./words.js";

const HOUR = 3600000;
const TALL = 16;
const HEIGHTS = { bad: 16, warn: 12, good: 8, none: 3 };

const tone = (passed, degraded, failed) => (failed > 0 ? "bad" : degraded > 0 ? "warn" : passed > 0 ? "good" : "none");

function said(passed, degraded, failed) {
  const parts = [failed > 0 && `${failed} failed`, degraded > 0 && `${degraded} degraded`, passed > 0 && `${passed} passed`].filter(Boolean);
  return parts.join(", ") || "no data";
}

/** One bar for each hour; `of` is the history of an entry of the overview. */
export function History({ of }) {
  const from = new Date(of.from).getTime();
  const hours = Array.from({ length: of.passed.length + 1 }, (_, at) => hour(from + at * HOUR));
  const bad = of.failed.filter((count) => count > 0).length;
  const label = of.availability === null ? "No data in the last 24 hours" : `Last 24 hours: ${percent(of.availability)} uptime, failures in ${counted(bad, "hour")}`;
  return h(
    "svg",
    { class: "history", viewBox: `0 0 ${of.passed.length * 5} ${TALL}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    of.passed.map((passed, at) => {
      const counts = [passed, of.degraded[at], of.failed[at]];
      const kind = tone(...counts);
      return h(
        "g",
        { key: at },
        h("title", null, `${hours[at]} – ${hours[at + 1]}: ${said(...counts)}`),
        h("rect", { class: "ground", x: at * 5, y: 0, width: 5, height: TALL }),
        h("rect", { class: kind, x: at * 5, y: TALL - HEIGHTS[kind], width: 4, height: HEIGHTS[kind], rx: 1 }),
      );
    }),
  );
}
