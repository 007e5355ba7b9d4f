// Who attends to the problem of an alert: acknowledge, snooze, assign, comment, and who did what.
import { all, session } from "./api.js";
import { Card, Component, Empty, Facts, Time, createRef, h } from "./dom.js";
import { persons } from "./persons.js";
import { exact } from "./words.js";

const HOUR = 3600000;
const SNOOZES = [
  [0.5, "30 minutes"],
  [1, "1 hour"],
  [4, "4 hours"],
  [24, "1 day"],
  [168, "1 week"],
];

const DONE = {
  ACKNOWLEDGE: (one, it) => `acknowledged ${it}`,
  UNACKNOWLEDGE: () => "took the acknowledgement back",
  SNOOZE: (one, it) => `snoozed ${it} until ${exact(one.until)}`,
  UNSNOOZE: () => "ended the snooze",
  ASSIGN: (one, it) => `assigned ${it} to ${assignedTo(one)}`,
  UNASSIGN: (one, it) => `assigned ${it} to nobody`,
  COMMENT: () => "wrote",
};

/** An assignee that is a team: this and its id. */
const TEAM = "team:";

/** Where a refusal of an action points, and the field it is about. */
const FIELDS = { "/note": "note", "/assignee": "assignee", "/until": "hours" };

/** The name of an actor for people; null as the name of one that is gone, or is none of the account. */
export function who(actor, name) {
  if (actor === "link") {
    return "The receiver of a message";
  }
  if (actor.startsWith("key:")) {
    return name ? `Key ${name}` : "A former key";
  }
  return name || (actor.startsWith("user:") ? "A former member" : actor);
}

/** Names an assignee for people: a member or a team by its name, any other by the stored text. */
export const assignedTo = ({ assignee, assigneeName }) => assigneeName ?? (assignee?.startsWith(TEAM) ? "a former team" : assignee);

export function Handling({ handling, trail, act, busy, refused }) {
  const snoozed = handling.snoozedUntil && new Date(handling.snoozedUntil) > new Date();
  const acknowledged = Boolean(handling.acknowledgedAt);
  return h(
    Card,
    { id: "handling", title: "Who attends to it" },
    h(Facts, {
      of: [
        ["Problem", handling.open ? "goes on" : "has ended"],
        ["Acknowledged", acknowledged ? [who(handling.acknowledgedBy, handling.acknowledgedByName), ", ", h(Time, { at: handling.acknowledgedAt })] : "no"],
        snoozed && ["Snoozed until", exact(handling.snoozedUntil)],
        handling.assignee && ["Assigned to", assignedTo(handling)],
      ],
    }),
    act && handling.open && h(Acts, { open: !acknowledged, acknowledged, snoozed, assigned: Boolean(handling.assignee), act, busy, refused }),
    h(Trail, { trail }),
  );
}

/** Who did what; an entry with `about` was not about all of them, and one that is `said` has no actor. `it` is the word for the problem. */
export function Trail({ trail, it = "it" }) {
  return trail.length === 0
    ? h(Empty, null, `Nobody has done anything about ${it}.`)
    : h("ol", { class: "trace" }, trail.map((one) => h("li", { key: one.id }, h("span", null, one.said ?? `${who(one.actor, one.actorName)} ${DONE[one.action]?.(one, it) ?? one.action}`, one.about && h("span", { class: "soft" }, ` (${one.about})`), one.note && h("q", null, one.note)), h(Time, { at: one.created_at }))));
}

/**
 * Each button sends one action; a note goes with the one that is pressed. `open` says that something
 * is to be acknowledged, `acknowledged` that something can be taken back.
 */
export class Acts extends Component {
  form = createRef();
  state = { members: [], teams: [] };

  /** Offers members and teams as assignees; any other name does as well. */
  offer = async () => {
    if (this.state.members.length === 0) {
      const [members, teams] = await Promise.all([persons().catch(() => []), all("/v1/teams").catch(() => [])]);
      this.setState({ members, teams });
    }
  };

  take = (more) => (event) => {
    event.preventDefault();
    const { elements } = this.form.current;
    const note = elements.note.value.trim();
    const { missing, ...body } = more(elements, note);
    this.setState({ missing });
    if (missing) {
      elements[missing.name].focus();
      return;
    }
    this.props.act({ ...body, ...(note ? { note } : {}) }).then((done) => done && this.form.current?.reset());
  };

  assign = ({ assignee }) => (assignee.value.trim() ? { action: "ASSIGN", assignee: this.named(assignee.value.trim()) } : { missing: { name: "assignee", text: "Enter a name." } });
  mine = () => ({ action: "ASSIGN", assignee: session.user.email });
  snooze = ({ hours }) => ({ action: "SNOOZE", until: new Date(Date.now() + Number(hours.value) * HOUR).toISOString() });
  comment = (elements, note) => (note ? { action: "COMMENT" } : { missing: { name: "note", text: "Enter a note." } });

  /** The assignee that a text means: the team of that name, or the text itself. */
  named(text) {
    const team = this.state.teams.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    return team ? TEAM + team.id : text;
  }

  /** What is wrong with a field: as found before sending, or as the service says. */
  wrong(name) {
    const { missing } = this.state;
    const refusal = this.props.refused?.fields?.find(({ path }) => FIELDS[path] === name);
    return missing?.name === name ? missing.text : refusal && `This ${refusal.message}.`;
  }

  row(name, label, input, ...buttons) {
    const wrong = this.wrong(name);
    return h(
      "div",
      null,
      h("div", { class: "actions" }, h("label", null, label, " ", h(input.as, { name, "aria-invalid": wrong ? "true" : undefined, "aria-describedby": wrong ? `act-${name}-error` : undefined, ...input.props })), buttons),
      wrong && h("p", { id: `act-${name}-error`, class: "field-error", role: "alert" }, wrong),
    );
  }

  render({ open, acknowledged, snoozed, assigned, busy }) {
    const button = (label, more) => h("button", { type: "button", class: "quiet", disabled: busy, onClick: this.take(more) }, label);
    const text = (maxLength, more) => ({ as: "input", props: { maxLength, autocomplete: "off", ...more } });
    return h(
      "form",
      { ref: this.form, class: "handling", onSubmit: this.take(this.comment) },
      h(
        "div",
        { class: "actions" },
        open && h("button", { type: "button", disabled: busy, onClick: this.take(() => ({ action: "ACKNOWLEDGE" })) }, "Acknowledge"),
        acknowledged && button("Take back", () => ({ action: "UNACKNOWLEDGE" })),
      ),
      this.row("hours", "Snooze for", { as: "select", props: { children: SNOOZES.map(([hours, label]) => h("option", { key: label, value: hours }, label)) } }, button("Snooze", this.snooze), snoozed && button("End the snooze", () => ({ action: "UNSNOOZE" }))),
      this.row("assignee", "Assign to", text(200, { list: "assignees", onFocus: this.offer }), button("Assign", this.assign), session.user && button("Assign to me", this.mine), assigned && button("Assign to nobody", () => ({ action: "UNASSIGN" }))),
      h(
        "datalist",
        { id: "assignees" },
        this.state.teams.map(({ id, name }) => h("option", { key: id, value: name }, "Team")),
        this.state.members.map(({ email, name }) => h("option", { key: email, value: email }, name)),
      ),
      this.row("note", "Note", text(2000), h("button", { class: "quiet", disabled: busy }, "Add note")),
      h("p", { class: "hint soft" }, "Acknowledged: no reminders, and channels that wait stay silent. The recovery is always sent."),
    );
  }
}
