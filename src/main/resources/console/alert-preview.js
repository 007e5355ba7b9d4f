// What alert rules would have done with the stored results of the last 30 days.
import { Badge, Component, Facts, Link, Table, h } from "./dom.js";
import { send } from "./api.js";
import { ALERTS, counted, exact, lasting } from "./words.js";

const SHOWN = 10;
const KINDS = { ADDED: { word: "Added", tone: "warn" }, REMOVED: { word: "Not raised", tone: "good" }, EARLIER: { word: "Earlier" }, LATER: { word: "Later" } };

/** A button that replays the rules of its form. `of` names the check or group; `policy` makes the rules of the form's data. */
export class AlertPreview extends Component {
  state = { asking: false, found: null, failure: null };

  ask = async ({ target }) => {
    const policy = this.props.policy(new FormData(target.form));
    this.setState({ asking: true, found: null, failure: null });
    try {
      this.setState({ found: await send("POST", "/v1/check-alerts/preview", { ...this.props.of, policy }) });
    } catch (failure) {
      this.setState({ failure });
    } finally {
      this.setState({ asking: false });
    }
  };

  render() {
    const { asking, found, failure } = this.state;
    return h(
      "div",
      { class: "alert-preview" },
      h("p", null, h("button", { type: "button", class: "quiet", disabled: asking, onClick: this.ask }, asking ? "Replaying…" : "Preview the last 30 days")),
      h("div", { role: "status" }, failure && h("p", { class: "hint" }, failure.message), found && h(Found, { found })),
    );
  }
}

function Found({ found }) {
  const { alerts, differences, messages } = found;
  const sum = (name) => messages.reduce((before, one) => before + one[name], 0);
  const change = alerts.changed - alerts.inForce;
  return h(
    "section",
    { class: "card", "aria-labelledby": "alert-preview" },
    h("div", { class: "card-head" }, h("h3", { id: "alert-preview" }, "With these rules"), h(Badge, null, change === 0 ? "as many alerts" : counted(Math.abs(change), change > 0 ? "more alert" : "fewer alert"))),
    h(Facts, {
      of: [
        ["Alerts", `${alerts.changed} instead of ${alerts.inForce}`],
        ["Messages", `${sum("changed")} instead of ${sum("inForce")}`],
        ["Recorded", counted(alerts.recorded, "alert")],
      ],
    }),
    differences.length > 0 &&
      h(Table, {
        caption: "Alerts that differ",
        columns: [{ name: "Change", plain: true }, { name: "Alert" }, { name: "When" }],
        rows: differences.slice(0, SHOWN).map((one, at) => ({
          key: at,
          cells: [h(Badge, { tone: KINDS[one.kind].tone }, KINDS[one.kind].word, one.laterSeconds ? ` by ${lasting(Math.abs(one.laterSeconds))}` : ""), h(Link, { to: "/monitors/" + one.checkId }, ALERTS[one.alertType]?.word || one.alertType), exact(one.changedAt || one.inForceAt)],
        })),
      }),
    (differences.length > SHOWN || found.differencesTruncated) && h("p", { class: "hint soft" }, `The first ${SHOWN} differences are shown.`),
    !found.complete && h("p", { class: "hint" }, `The preview was cut short: ${found.checksReplayed} of ${counted(found.checks, "monitor")} are replayed.`),
    h("ul", { class: "hint soft" }, found.assumptions.map(({ code, text }) => h("li", { key: code }, text))),
  );
}
