// Response times of each location over a range of time, with a crosshair for pointer and keyboard.
import { Component, Table, createRef, h } from "./dom.js";
import { near, plot, prepare, style } from "./plot.js";
import { csv, lines, moment, single, told } from "./series.js";
import { Mark, Strip } from "./strip.js";
import { millis, percent } from "./words.js";
import { where } from "./where.js";

const FIGURES = ["p50", "p95"];
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** The thresholds of a monitor, each with the colour of the state that it leads to. */
const limits = (check) => check.maxResponseTime === undefined ? [] : [
  { at: check.degradedResponseTime, word: `Degraded from ${millis(check.degradedResponseTime)}`, colour: "--bar-warn" },
  { at: check.maxResponseTime, word: `Failed from ${millis(check.maxResponseTime)}`, colour: "--bar-bad" },
];

/** How far apart two results of a location may be without a run missing between them. */
function apart(check, { length }, places) {
  const period = check.frequency === 0 ? (check.frequencyOffset ?? 30) * 1000 : check.frequency * 60000;
  return 2.5 * Math.max(length, check.runParallel ? period : period * Math.max(1, places.length));
}

export class ResponseTimes extends Component {
  canvas = createRef();
  state = { off: [], at: null, box: { left: 0, width: 0 } };

  componentDidMount() {
    this.observer = new ResizeObserver(this.fit);
    this.observer.observe(this.canvas.current);
    DARK.addEventListener("change", this.draw);
    this.prepare();
  }

  prepare = () => {
    this.setState({ undrawn: false });
    prepare().then(
      () => {
        this.prepared = true;
        this.draw();
      },
      () => this.setState({ undrawn: true, open: true }),
    );
  };

  componentWillUnmount() {
    this.observer.disconnect();
    DARK.removeEventListener("change", this.draw);
    this.plot?.destroy();
  }

  componentDidUpdate(before, { off, limits: old }) {
    if (before.timeline !== this.props.timeline && this.state.at !== null) {
      const { middle } = before.timeline.steps[this.state.at];
      const at = this.props.timeline.steps.findIndex((step) => step.at <= middle && step.end > middle);
      this.setState({ at: at < 0 ? null : at });
    }
    if (before.timeline !== this.props.timeline || off !== this.state.off || old !== this.state.limits) {
      this.draw();
    }
  }

  figures() {
    return single(this.props.timeline) ? ["p50"] : FIGURES.filter((figure) => !this.state.off.includes(figure));
  }

  limited() {
    const { check, timeline } = this.props;
    return this.state.limits ?? near(timeline, check.degradedResponseTime);
  }

  draw = () => {
    if (!this.prepared || !this.canvas.current) {
      return;
    }
    const { check, timeline, places } = this.props;
    this.plot?.destroy();
    this.plot = plot(this.canvas.current, {
      timeline,
      places,
      shown: { places: timeline.locations.filter((place) => !this.state.off.includes(place)), figures: this.figures() },
      limits: this.limited() ? limits(check) : [],
      apart: apart(check, timeline, places),
      hear: (at) => at !== this.state.at && this.setState({ at }),
      drawn: this.measure,
      ready: () => this.state.at !== null && this.point(this.state.at),
    });
  };

  fit = () => {
    const width = this.canvas.current.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height: this.plot.height });
    }
  };

  /** The strip lies beneath the area of the lines. */
  measure = ({ bbox }) => {
    const box = { left: bbox.left / devicePixelRatio, width: bbox.width / devicePixelRatio };
    if (box.width > 0 && (box.left !== this.state.box.left || box.width !== this.state.box.width)) {
      this.setState({ box });
    }
  };

  /** Puts the crosshair on a step; -1 takes it away. */
  point = (at) => {
    if (!this.plot) {
      return;
    }
    const step = this.props.timeline.steps[at];
    this.plot.setCursor({ left: step ? this.plot.valToPos(step.middle / 1000, "x") : -10, top: 0 });
  };

  key = (event) => {
    const known = this.props.timeline.steps.flatMap((step, at) => (told(step) ? [at] : []));
    const { at } = this.state;
    const to = {
      ArrowRight: () => known.find((one) => at === null || one > at) ?? at,
      ArrowLeft: () => known.findLast((one) => at === null || one < at) ?? at,
      Home: () => known[0],
      End: () => known.at(-1),
      Escape: () => -1,
    }[event.key];
    if (to && known.length > 0) {
      event.preventDefault();
      this.point(to());
    }
  };

  toggle = (name) => this.setState(({ off }) => ({ off: off.includes(name) ? off.filter((one) => one !== name) : [...off, name] }));

  save = () => {
    const { check, range, timeline } = this.props;
    const address = URL.createObjectURL(new Blob([csv(timeline)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${check.name} ${range.name}.csv`.replace(/[^\w.-]+/g, "-");
    link.click();
    URL.revokeObjectURL(address);
  };

  render({ check, range, timeline, places }, { off, at, box, open, undrawn }) {
    const step = at === null ? null : (timeline.steps[at] ?? null);
    const alone = single(timeline);
    const empty = !timeline.steps.some((one) => one.runs > 0 || one.missed > 0);
    const silent = !timeline.steps.some((one) => Object.values(one.by).some((figure) => figure.p50 !== null));
    const words = step ? lines(step, timeline.locations, alone) : [];
    return h(
      "figure",
      { class: "times" },
      (!empty || timeline.maintenance.length > 0) && h(Legend, { places, timeline, off, alone, limited: this.limited(), toggle: this.toggle, limit: () => this.setState({ limits: !this.limited() }) }),
      undrawn && h("div", { class: "failure", role: "status" }, h("p", null, h("strong", null, "The chart could not be loaded. "), empty ? "" : "Its figures are in the table below."), h("button", { type: "button", class: "quiet", onClick: this.prepare }, "Try again")),
      h(
        "div",
        {
          class: "plot",
          role: "slider",
          tabIndex: 0,
          "aria-label": `Response times, ${range.words}. The arrow keys read the values.`,
          "aria-valuemin": 0,
          "aria-valuemax": timeline.steps.length - 1,
          "aria-valuenow": at ?? 0,
          "aria-valuetext": step ? [moment(step, range), ...words].join(", ") : empty ? "No results in this period" : "No time chosen",
          onKeyDown: this.key,
          onBlur: () => this.point(-1),
        },
        h("div", { class: "canvas", ref: this.canvas }),
        silent && !undrawn && h("p", { class: "plot-empty soft" }, empty ? "No results in this period" : "No run got a response in this period"),
        step && h(Tip, { step, words, range, box, timeline }),
        h(Strip, { timeline, at, box, hear: this.point }),
      ),
      !empty && h("figcaption", { class: "soft" }, alone ? "Each dot is a run." : `Each point stands for ${spell(range)}: p50 is the median, 5 % of the runs took longer than p95.`),
      !empty &&
        h(
          "details",
          { class: "numbers", open: Boolean(open), onToggle: (event) => this.setState({ open: event.currentTarget.open }) },
          h("summary", null, "The same as a table"),
          open && h(Numbers, { timeline, range, figures: alone ? ["p50"] : FIGURES }),
        ),
      !empty && h("button", { type: "button", class: "quiet small", onClick: this.save }, "Download CSV"),
    );
  }
}

const spell = ({ minutes }) => (minutes < 60 ? (minutes === 1 ? "1 minute" : `${minutes} minutes`) : minutes < 1440 ? (minutes === 60 ? "1 hour" : `${minutes / 60} hours`) : "1 day");

/** The values at the crosshair, on the side that has more room. */
function Tip({ step, words, range, box, timeline }) {
  const share = (step.middle - timeline.from) / (timeline.to - timeline.from);
  const x = box.left + share * box.width;
  return h(
    "div",
    { class: share > 0.5 ? "tip left" : "tip", style: { left: x + "px" }, "aria-hidden": "true" },
    h("strong", null, moment(step, range)),
    words.map((word) => h("span", { key: word }, word)),
  );
}

/** A line that can be shown and hidden. */
function Toggle({ name, words = name, off, toggle, colour, dash }) {
  return h(
    "li",
    null,
    h(
      "button",
      { type: "button", class: "key", "aria-pressed": !off.includes(name), onClick: () => toggle(name) },
      h("svg", { class: "stroke", viewBox: "0 0 20 8", width: 20, height: 8, "aria-hidden": "true" }, h("line", { x1: 0, x2: 20, y1: 4, y2: 4, class: colour, "stroke-dasharray": dash })),
      words,
    ),
  );
}

function Legend({ places, timeline, off, alone, limited, toggle, limit }) {
  const has = (what) => timeline.steps.some((step) => step[what] > 0);
  return h(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    timeline.locations.map((place) => {
      const { colour, dash } = style(places.indexOf(place));
      return h(Toggle, { key: place, name: place, words: where(place), off, toggle, colour: colour.slice(2), dash: dash.join(" ") });
    }),
    !alone && FIGURES.map((figure) => h(Toggle, { key: figure, name: figure, off, toggle, colour: "any-place", dash: figure === "p95" ? "3 3" : "" })),
    h("li", null, h("button", { type: "button", class: "key", "aria-pressed": limited, onClick: limit }, "Thresholds")),
    has("degraded") && h("li", null, h("span", { class: "swatch degraded", "aria-hidden": "true" }), "Degraded runs"),
    has("failed") && h("li", null, h(Mark, { kind: "failed" }), "Failed runs"),
    has("missed") && h("li", null, h(Mark, { kind: "missed" }), "Missed runs"),
    timeline.maintenance.length > 0 && h("li", null, h("span", { class: "swatch maintenance", "aria-hidden": "true" }), "Maintenance"),
  );
}

function Numbers({ timeline, range, figures }) {
  const { locations, steps } = timeline;
  return h(Table, {
    caption: `Uptime and response times, ${range.words}`,
    columns: [
      { name: "Time" },
      { name: "Uptime", class: "number" },
      { name: "Degraded", class: "number" },
      { name: "Failed", class: "number" },
      { name: "Missed", class: "number" },
      ...locations.flatMap((place) => figures.map((figure) => ({ name: figures.length > 1 ? `${where(place)} ${figure}` : where(place), class: "number" }))),
    ],
    rows: steps
      .filter(told)
      .reverse()
      .map((step) => ({
        key: step.at,
        cells: [moment(step, range), percent(step.uptime), step.degraded, step.failed, step.missed, ...locations.flatMap((place) => figures.map((figure) => millis(step.by[place]?.[figure])))],
      })),
  });
}
