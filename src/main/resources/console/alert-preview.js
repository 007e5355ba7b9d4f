// What alert rules would have done with the stored results of the last 30 days.
import { Badge, Component, Facts, Link, Table, createRef, h } from "./dom.js";
import { all, send } from "./api.js";
import { GROUPING_PLACES, GroupingFields, groupingBody, groupingProblems, groupingValues } from "./channel-grouping.js";
import { QUIET_PLACES, QuietHours, hoursOf, problemsOf } from "./channel-quiet.js";
import { Tick } from "./fields.js";
import { sentence } from "./form.js";
import { focusFirst } from "./mistakes.js";
import { Subjects, chosenOf } from "./subjects.js";
import { ALERTS, counted, exact, lasting, receiver } from "./words.js";

const SHOWN = 10;
const KINDS = { ADDED: { word: "Added", tone: "warn" }, REMOVED: { word: "Not raised", tone: "good" }, EARLIER: { word: "Earlier" }, LATER: { word: "Later" } };
const PARENTS = "wouldDependOn";
const PARENT_PLACES = [
  [/^\/dependsOn\/(\d+)/, ([, at]) => [PARENTS, `Entry ${Number(at) + 1}`]],
  [/^\/dependsOn/, () => [PARENTS, "These dependencies"]],
];
const PLACES = [...GROUPING_PLACES, ...QUIET_PLACES, ...PARENT_PLACES];

/** The faults of an answer by field; those of the rules themselves belong to none here. */
function placed(failure) {
  const refusals = {};
  for (const { path, message } of failure.fields || []) {
    const pointer = path.replace(/^\/policy/, "");
    const [pattern, place] = PLACES.find(([one]) => one.test(pointer)) || [];
    if (pattern) {
      const [name, label] = place(pattern.exec(pointer));
      refusals[name] = sentence(label, message);
    }
  }
  return refusals;
}

/**
 * A button that replays the rules of its form, and beside them what channels could do and what it
 * could depend on. `of` names the check or group; `policy` makes the rules of the form's data;
 * `parents` are those chosen in the form, among `groups`. Its own fields are no part of the form.
 */
export class AlertPreview extends Component {
  state = { asking: false, found: null, failure: null, values: { ...groupingValues(), quietHours: [], depends: false, [PARENTS]: [] }, problems: {} };
  root = createRef();

  /** Stands for a form before its fields. Other dependencies start with those of the form. */
  fields = {
    value: (name) => this.state.values[name],
    set: (name, value) => this.setState((now) => ({ values: { ...now.values, [name]: value, ...(name === "depends" && value && { [PARENTS]: this.props.parents }) }, problems: Object.fromEntries(Object.entries(now.problems).filter(([field]) => field !== name && !field.startsWith(name + "."))) })),
    errorOf: (name) => this.state.problems[name],
  };

  policy(form) {
    const { values } = this.state;
    return { ...this.props.policy(new FormData(form)), ...groupingBody(values), ...(values.quietHours.length > 0 && { quietHours: hoursOf(values.quietHours) }), ...(values.depends && { dependsOn: chosenOf(values[PARENTS]) }) };
  }

  refuse(problems) {
    this.setState({ problems }, () => focusFirst(this.root.current));
  }

  ask = async () => {
    const { values } = this.state;
    const problems = { ...groupingProblems(values), ...problemsOf(values.quietHours) };
    if (Object.keys(problems).length > 0) {
      this.refuse(problems);
      return;
    }
    const policy = this.policy(this.root.current.closest("form"));
    this.setState({ asking: true, found: null, failure: null, problems: {} });
    try {
      const [found, channels] = await Promise.all([send("POST", "/v1/check-alerts/preview", { ...this.props.of, policy }), all("/v1/alert-channels").catch(() => [])]);
      this.setState({ found: { ...found, channels, grouped: values.grouped } });
    } catch (failure) {
      const refusals = placed(failure);
      if (Object.keys(refusals).length > 0) {
        this.refuse(refusals);
      } else {
        this.setState({ failure });
      }
    } finally {
      this.setState({ asking: false });
    }
  };

  /** Enter asks here; it would send the form. In the search for parents it has chosen one. */
  press = (event) => {
    if (event.key === "Enter" && event.target.tagName === "INPUT" && !event.defaultPrevented) {
      event.preventDefault();
      this.ask();
    }
  };

  /** The form around does not change with these fields. */
  stop = (event) => event.stopPropagation();

  render({ of, groups }) {
    const { asking, found, failure, values, problems } = this.state;
    return h(
      "div",
      { ref: this.root, class: "alert-preview", "data-apart": "", onInput: this.stop, onChange: this.stop, onKeyDown: this.press },
      h(
        "details",
        { class: "form-rare" },
        h("summary", null, "What if messages were grouped, had quiet hours, or were held by other monitors?"),
        h(
          "div",
          { class: "form-body" },
          h("p", { class: "hint soft" }, "Grouping and quiet hours are tried on every channel that is subscribed. Nothing of it is saved."),
          h(GroupingFields, { form: this.fields }),
          h(QuietHours, { form: this.fields }),
          h(Tick, { form: this.fields, name: "depends", label: "Try other dependencies", hint: "Instead of those that are saved." }),
          values.depends && h(Subjects, { name: PARENTS, label: "Would depend on", hint: "Alerts raised while one of these failed count as held. Empty: nothing is held.", value: values[PARENTS], change: (next) => this.fields.set(PARENTS, next), groups, self: of, error: problems[PARENTS] }),
        ),
      ),
      h("p", null, h("button", { type: "button", class: "quiet", disabled: asking, onClick: this.ask }, asking ? "Replaying…" : "Preview the last 30 days")),
      h("div", { role: "status" }, failure && h("p", { class: "hint" }, [failure.title, failure.detail, ...(failure.fields || []).map(({ message }) => message + ".")].filter(Boolean).join(" ")), found && h(Found, { found })),
    );
  }
}

function Found({ found }) {
  const { alerts, differences, messages, channels, grouped } = found;
  const sum = (name) => messages.reduce((before, one) => before + one[name], 0);
  const change = alerts.changed - alerts.inForce;
  return h(
    "section",
    { class: "card", "aria-labelledby": "alert-preview" },
    h("div", { class: "card-head" }, h("h3", { id: "alert-preview" }, "With these rules"), h(Badge, null, change === 0 ? "as many alerts" : counted(Math.abs(change), change > 0 ? "more alert" : "fewer alert"))),
    h(Facts, {
      of: [
        ["Alerts", `${alerts.changed} instead of ${alerts.inForce}`],
        ["Messages", `${sum("changed")} instead of ${sum("inForce")}${grouped ? ", counted in groups" : ""}`],
        ["Recorded", counted(alerts.recorded, "alert")],
      ],
    }),
    messages.length > 0 && h(Messages, { messages, channels }),
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

/** Messages to each channel; the ones with most of them first. */
function Messages({ messages, channels }) {
  const names = new Map(channels.map((one) => [one.id, receiver(one.type, one.config)]));
  const most = [...messages].sort((one, other) => other.changed - one.changed || other.inForce - one.inForce);
  return [
    h(Table, {
      caption: "Messages by channel",
      columns: [{ name: "Channel" }, { name: "With these rules", class: "number" }, { name: "In force", class: "number" }, { name: "Recorded", class: "number" }],
      rows: most.slice(0, SHOWN).map((one) => ({ key: one.alertChannelId, cells: [names.get(one.alertChannelId) ?? `Channel ${one.alertChannelId}`, one.changed, one.inForce, one.recorded] })),
    }),
    most.length > SHOWN && h("p", { class: "hint soft" }, `${SHOWN} of ${counted(most.length, "channel")} are shown.`),
  ];
}
