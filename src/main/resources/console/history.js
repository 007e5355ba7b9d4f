// The last 24 hours of a monitor, as one bar for each hour: height and colour say the same.
import { Component, h } from "./dom.js";
import { counted, hour, percent } from "./words.js";

const HOUR = 3600000;
const TALL = 16;
const HEIGHTS = { bad: 16, warn: 12, good: 8, none: 3 };

const tone = (passed, degraded, failed) => (failed > 0 ? "bad" : degraded > 0 ? "warn" : passed > 0 ? "good" : "none");

function said(passed, degraded, failed) {
  const parts = [failed > 0 && `${failed} failed`, degraded > 0 && `${degraded} degraded`, passed > 0 && `${passed} passed`].filter(Boolean);
  return parts.join(", ") || "no data";
}

/**
 * One bar for each hour; `of` is the history of an entry of the overview. The bars of a kind are one path,
 * and only the hour under the pointer has a title: a list of fifty takes a browser a third of the time
 * that an element for each hour takes.
 */
export class History extends Component {
  point = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const last = this.props.of.passed.length - 1;
    const at = Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * (last + 1))));
    if (at !== this.state.at) {
      this.setState({ at });
    }
  };

  title() {
    const { of } = this.props;
    const { at } = this.state;
    const from = new Date(of.from).getTime() + at * HOUR;
    return h("title", null, `${hour(from)} – ${hour(from + HOUR)}: ${said(of.passed[at], of.degraded[at], of.failed[at])}`);
  }

  render({ of }, { at }) {
    const wide = of.passed.length * 5;
    const bars = {};
    of.passed.forEach((passed, one) => {
      const kind = tone(passed, of.degraded[one], of.failed[one]);
      bars[kind] = (bars[kind] || "") + `M${one * 5} ${TALL}v${-HEIGHTS[kind]}h4v${HEIGHTS[kind]}z`;
    });
    const bad = of.failed.filter((count) => count > 0).length;
    const label = of.availability === null ? "No data in the last 24 hours" : `Last 24 hours: ${percent(of.availability)} uptime, failures in ${counted(bad, "hour")}`;
    return h(
      "svg",
      { class: "history", viewBox: `0 0 ${wide} ${TALL}`, preserveAspectRatio: "none", role: "img", "aria-label": label, onPointerMove: this.point },
      Object.entries(bars).map(([kind, d]) => h("path", { key: kind, class: kind, d })),
      h("rect", { class: "ground", width: wide, height: TALL }, at !== undefined && this.title()),
    );
  }
}
