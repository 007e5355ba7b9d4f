// Who attends to the problem of an alert: acknowledge, snooze, assign, comment, and who did what.
import { Card, Empty, Facts, Time, h } from "./dom.js";
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
  ACKNOWLEDGE: () => "acknowledged it",
  UNACKNOWLEDGE: () => "took the acknowledgement back",
  SNOOZE: (one) => `snoozed it until ${exact(one.until)}`,
  UNSNOOZE: () => "ended the snooze",
  ASSIGN: (one) => `assigned it to ${one.assignee}`,
  UNASSIGN: () => "assigned it to nobody",
  COMMENT: () => "wrote",
};

/** The name of an actor for people; keys are known by their id alone. */
function who(actor) {
  return actor === "link" ? "The receiver of a message" : actor.startsWith("key:") ? "Key …" + actor.slice(-6) : actor;
}

export function Handling({ handling, trail, act, busy }) {
  const snoozed = handling.snoozedUntil && new Date(handling.snoozedUntil) > new Date();
  return h(
    Card,
    { id: "handling", title: "Who attends to it" },
    h(Facts, {
      of: [
        ["Problem", handling.open ? "goes on" : "has ended"],
        ["Acknowledged", handling.acknowledgedAt ? [who(handling.acknowledgedBy), ", ", h(Time, { at: handling.acknowledgedAt })] : "no"],
        snoozed && ["Snoozed until", exact(handling.snoozedUntil)],
        handling.assignee && ["Assigned to", handling.assignee],
      ],
    }),
    act && handling.open && h(Acts, { handling, snoozed, act, busy }),
    trail.length === 0
      ? h(Empty, null, "Nobody has done anything about it.")
      : h("ol", { class: "trace" }, trail.map((one) => h("li", { key: one.id }, h("span", null, `${who(one.actor)} ${DONE[one.action]?.(one) ?? one.action}`, one.note && h("q", null, one.note)), h(Time, { at: one.created_at })))),
  );
}

/** Each button sends one action; a note goes with the one that is pressed. */
function Acts({ handling, snoozed, act, busy }) {
  const take = (more) => (event) => {
    event.preventDefault();
    const form = event.target.closest("form");
    const note = form.elements.note.value.trim();
    const body = more(form);
    if (body) {
      act({ ...body, ...(note ? { note } : {}) }).then((done) => done && form.reset());
    }
  };
  const button = (label, more) => h("button", { type: "button", class: "quiet", disabled: busy, onClick: take(more) }, label);
  return h(
    "form",
    { class: "handling", onSubmit: take((form) => (form.elements.note.value.trim() ? { action: "COMMENT" } : null)) },
    h("div", { class: "actions" }, handling.acknowledgedAt ? button("Take back", () => ({ action: "UNACKNOWLEDGE" })) : h("button", { type: "button", disabled: busy, onClick: take(() => ({ action: "ACKNOWLEDGE" })) }, "Acknowledge")),
    h(
      "div",
      { class: "actions" },
      h("label", null, "Snooze for ", h("select", { name: "hours" }, SNOOZES.map(([hours, label]) => h("option", { key: label, value: hours }, label)))),
      button("Snooze", (form) => ({ action: "SNOOZE", until: new Date(Date.now() + Number(form.elements.hours.value) * HOUR).toISOString() })),
      snoozed && button("End the snooze", () => ({ action: "UNSNOOZE" })),
    ),
    h(
      "div",
      { class: "actions" },
      h("label", null, "Assign to ", h("input", { name: "assignee", maxLength: 200, autocomplete: "off" })),
      button("Assign", (form) => (form.elements.assignee.value.trim() ? { action: "ASSIGN", assignee: form.elements.assignee.value.trim() } : null)),
      handling.assignee && button("Assign to nobody", () => ({ action: "UNASSIGN" })),
    ),
    h("div", { class: "actions" }, h("label", null, "Note ", h("input", { name: "note", maxLength: 2000, autocomplete: "off" })), h("button", { class: "quiet", disabled: busy }, "Add note")),
    h("p", { class: "hint soft" }, "Acknowledged: no reminders, and channels that wait stay silent. The recovery is always sent."),
  );
}
