// Every run with its attempts: request, response, duration of each phase, and the reason of a failure.
import { Badge, Component, Empty, Facts, h } from "./dom.js";
import { PHASES } from "./chart.js";
import { clock, millis, verdict } from "./words.js";

const AT_FIRST = 12;

export class RunList extends Component {
  render({ results, missed }, { all }) {
    const runs = [...results.filter((one) => one.resultType === "FINAL"), ...missed].sort((one, other) => other.startedAt.localeCompare(one.startedAt));
    if (runs.length === 0) {
      return h(Empty, null, "It has not run yet.");
    }
    const shown = all ? runs : runs.slice(0, AT_FIRST);
    return [
      h(
        "ul",
        { class: "runs" },
        shown.map((run) => h(Run, { key: run.id, run, attempts: results.filter((one) => one.resultType === "ATTEMPT" && one.sequenceId === run.sequenceId).sort((one, other) => one.startedAt.localeCompare(other.startedAt)) })),
      ),
      !all && runs.length > AT_FIRST && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ all: true }) }, `Show all ${runs.length}`),
    ];
  }
}

function Run({ run, attempts }) {
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
        h("span", { class: "soft" }, run.runLocation),
        run.apiCheckResult?.response && h("span", null, `${run.apiCheckResult.response.status} · ${millis(run.responseTime)}`),
        retries > 0 && h("span", { class: "soft" }, retries === 1 ? "after 1 retry" : `after ${retries} retries`),
        run.message && h("span", { class: "reason" }, run.message),
      ),
      attempts.map((attempt, at) => h(Attempt, { key: attempt.id, one: attempt, title: `Attempt ${at + 1}` })),
      h(Attempt, { one: run, title: retries ? `Attempt ${retries + 1}, which decides` : "Outcome of the run" }),
    ),
  );
}

function Attempt({ one, title }) {
  const result = one.apiCheckResult;
  const response = result?.response;
  const failed = (result?.assertions || []).filter((assertion) => assertion.error);
  return h(
    "section",
    { class: "attempt" },
    h("h3", null, title),
    h(Facts, {
      of: [
        ["Outcome", verdict(one).word],
        one.message && ["Reason", one.message],
        ["Started", h("time", { dateTime: one.startedAt }, clock(one.startedAt))],
        ["From", one.runLocation],
        result?.request && ["Request", `${result.request.method} ${result.request.url}`],
        result?.address && ["Address", result.address],
        result?.redirects?.length > 0 && ["Redirects", result.redirects.map((redirect) => redirect.location || redirect.url || JSON.stringify(redirect)).join(" → ")],
        response && ["Response", `${response.status} ${response.statusText}`],
        failed.length > 0 && ["Assertions", failed.map((assertion) => assertion.error).join(", ")],
      ],
    }),
    response && h(Phases, { phases: response.timingPhases }),
    response?.headers && Object.keys(response.headers).length > 0 && h("details", null, h("summary", null, "Response headers"), h("pre", { tabIndex: 0 }, Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`).join("\n"))),
    response?.body && h("details", null, h("summary", null, response.bodyCut ? "Beginning of the body" : "Body"), h("pre", { tabIndex: 0 }, response.body)),
  );
}

/** The phases of one request, as a bar and as numbers. */
function Phases({ phases }) {
  const total = phases.total || 1;
  return h(
    "div",
    { class: "phases" },
    h("div", { class: "phase-bar", "aria-hidden": "true" }, PHASES.map(([name]) => h("span", { key: name, class: "phase " + name, style: { width: (100 * phases[name]) / total + "%" } }))),
    h("dl", { class: "phase-list" }, PHASES.map(([name, word]) => h("div", { key: name }, h("dt", null, h("span", { class: "swatch " + name, "aria-hidden": "true" }), word), h("dd", null, millis(phases[name]))))),
  );
}
