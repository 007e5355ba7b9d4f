// The result of a test run.
import { Outcomes } from "./assertions.js";
import { Badge, Facts, h } from "./dom.js";
import { Phases } from "./phases.js";
import { millis, verdict } from "./words.js";

export function TestResult({ of, type }) {
  const came = verdict(of);
  return h(
    "section",
    { class: "card test-result", "aria-labelledby": "test-result" },
    h("div", { class: "card-head" }, h("h2", { id: "test-result" }, "Test result"), h(Badge, { tone: came.tone }, came.word)),
    of.message && h("p", null, of.message + "."),
    h(Facts, {
      of: [
        of.statusCode > 0 && ["Status code", of.statusCode],
        ["Response time", millis(of.responseTime)],
        of.address && ["Address", of.address],
        of.redirects.length > 0 && ["Redirects", of.redirects.join(" → ")],
      ],
    }),
    of.assertions.length > 0 && h(Outcomes, { of: of.assertions, set: type.assertions }),
    type.answered(of) && h(Phases, { phases: of.timingPhases, names: type.phases }),
    h("p", { class: "hint soft" }, "The test is not stored and sends no alerts."),
  );
}
