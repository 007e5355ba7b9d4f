// Every run with its attempts: request, response, duration of each phase, and the reason of a failure.
import { Outcomes } from "./assertions.js";
import { Badge, Component, Empty, Facts, Failure, Field, h } from "./dom.js";
import { get, query } from "./api.js";
import { Phases } from "./phases.js";
import { clock, millis, verdict } from "./words.js";
import { where } from "./where.js";

const AT_FIRST = 12;
const PAGE = 100;
const OUTCOMES = {
  "": ["All", {}],
  FAILED: ["Failed", { hasFailures: true }],
  PASSED: ["Passed or degraded", { hasFailures: false }],
  MISSED: ["Did not run", { resultType: "MISSED" }],
};

const newest = (one, other) => other.startedAt.localeCompare(one.startedAt);

/** The runs of a monitor. Those that a filter or another page asks for are read here. */
export class RunList extends Component {
  state = { outcome: "", location: "", read: null, all: false };

  choose = (chosen) => {
    const state = { ...this.state, ...chosen };
    this.setState({ ...chosen, read: null, failure: null });
    if (state.outcome || state.location) {
      this.fetch(state, []);
    }
  };

  /** Reads one more page of the chosen runs; another choice cancels it. */
  async fetch({ outcome, location }, before, nextId) {
    const current = () => this.state.outcome === outcome && this.state.location === location;
    try {
      const [, filter] = OUTCOMES[outcome];
      const page = await get(`/v2/check-results/${this.props.check}` + query({ resultType: "ALL", limit: PAGE, location, nextId, ...filter }));
      if (current()) {
        this.setState({ read: { entries: [...before, ...page.entries], nextId: page.nextId }, all: before.length > 0 });
      }
    } catch (failure) {
      if (current()) {
        this.setState({ failure });
      }
    }
  }

  more = () => {
    const { read } = this.state;
    const shown = read?.entries || this.props.results;
    this.fetch(this.state, shown, read ? read.nextId : this.props.nextId);
  };

  render({ type, results, missed, places, nextId }, { outcome, location, read, all, failure }) {
    const filtered = outcome !== "" || location !== "";
    const entries = read ? read.entries : filtered ? null : results;
    const next = read ? read.nextId : nextId;
    const runs = entries && [...entries.filter((one) => one.resultType !== "ATTEMPT"), ...(filtered ? [] : missed)].sort(newest);
    return [
      (filtered || runs?.length > 0) &&
        h(
          "div",
          { class: "filters" },
          h(Field, { label: "Outcome", id: "run-outcome" }, h("select", { id: "run-outcome", value: outcome, onChange: (event) => this.choose({ outcome: event.target.value }) }, Object.entries(OUTCOMES).map(([value, [word]]) => h("option", { key: value, value }, word)))),
          places.length > 1 && h(Field, { label: "Location", id: "run-location" }, h("select", { id: "run-location", value: location, onChange: (event) => this.choose({ location: event.target.value }) }, h("option", { value: "" }, "All"), places.map((place) => h("option", { key: place, value: place }, where(place))))),
        ),
      failure && h(Failure, { of: failure, again: () => this.choose({}) }),
      !runs && !failure && h(Empty, null, "Loading…"),
      runs?.length === 0 && h(Empty, null, filtered ? "No run matches." : "It has not run yet."),
      runs?.length > 0 &&
        h(
          "ul",
          { class: "runs" },
          (all ? runs : runs.slice(0, AT_FIRST)).map((run) => h(Run, { key: run.id, type, run, attempts: entries.filter((one) => one.resultType === "ATTEMPT" && one.sequenceId === run.sequenceId).sort(newest).reverse() })),
        ),
      runs && !all && runs.length > AT_FIRST && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ all: true }) }, `Show all ${runs.length}`),
      runs && (all || runs.length <= AT_FIRST) && next && h("button", { type: "button", class: "quiet", onClick: this.more }, "Show older runs"),
    ];
  }
}

function Run({ type, run, attempts }) {
  const result = type.result(run);
  const came = verdict(run);
  const retries = attempts.length;
  return h(
    "li",
    null,
    h(
      "details",
      null,
      h(
        "summary",
        null,
        h(Badge, { tone: came.tone }, came.word),
        h("time", { dateTime: run.startedAt }, clock(run.startedAt)),
        h("span", { class: "soft" }, where(run.runLocation)),
        result?.phases && h("span", null, [result.said, millis(run.responseTime)].filter(Boolean).join(" · ")),
        retries > 0 && h("span", { class: "soft" }, retries === 1 ? "after 1 retry" : `after ${retries} retries`),
        run.message && h("span", { class: "reason" }, run.message),
      ),
      attempts.map((attempt, at) => h(Attempt, { key: attempt.id, type, one: attempt, title: `Attempt ${at + 1}` })),
      h(Attempt, { type, one: run, title: retries ? `Attempt ${retries + 1}, which decides` : "Outcome of the run" }),
    ),
  );
}

function Attempt({ type, one, title }) {
  const result = type.result(one);
  return h(
    "section",
    { class: "attempt" },
    h("h3", null, title),
    h(Facts, {
      of: [
        ["Outcome", verdict(one).word],
        one.message && ["Reason", one.message],
        ["Started", h("time", { dateTime: one.startedAt }, clock(one.startedAt))],
        ["Location", where(one.runLocation)],
        ...(result?.facts || []),
        result?.assertions?.length > 0 && ["Assertions", h(Outcomes, { of: result.assertions, set: type.assertions })],
      ],
    }),
    result?.phases && h(Phases, { phases: result.phases, names: type.phases }),
    result?.texts.filter(([, text]) => text).map(([name, text]) => h("details", { key: name }, h("summary", null, name), h("pre", { tabIndex: 0 }, text))),
  );
}
