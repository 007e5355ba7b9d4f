// The rotation of an on-call schedule: its part of the form, and in words.
import { h } from "./dom.js";
import { Select, Side, Text } from "./fields.js";
import { format, reader } from "./reader.js";
import { counted } from "./words.js";
import { ZONES, toInput } from "./windows.js";

const LONGEST = 52;
const MOST = 50;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^20\d\d-\d\d-\d\d$/;
const UNITS = [["DAY", "Days"], ["WEEK", "Weeks"]];

/** The values of the form; a new rotation begins today, with the person who is signed in. */
export function rotationValues(schedule, user, members) {
  const rotation = schedule?.rotation;
  const own = members.some(({ id }) => id === user?.id) ? user.id : "";
  return {
    users: (rotation?.userIds ?? [own]).map((userId) => ({ userId })),
    turnLength: String(rotation?.turnLength ?? 1),
    turnUnit: rotation?.turnUnit ?? "WEEK",
    handoffTime: rotation?.handoffTime ?? "09:00",
    startDate: rotation?.startDate ?? toInput(Date.now(), reader.zone).slice(0, 10),
    zone: rotation ? schedule.timeZone ?? "UTC" : reader.zone,
  };
}

export function rotationBody({ users, turnLength, turnUnit, handoffTime, startDate }) {
  return { userIds: users.map(({ userId }) => userId), turnUnit, turnLength: Number(turnLength), handoffTime, startDate };
}

export function rotationProblems({ users, turnLength, handoffTime, startDate }) {
  const problems = {};
  users.forEach(({ userId }, at) => {
    if (!userId) {
      problems[`users.${at}.userId`] = "Choose a person.";
    }
  });
  if (users.length === 0) {
    problems.users = "Add a person.";
  }
  if (!/^\d+$/.test(turnLength.trim()) || Number(turnLength) < 1 || Number(turnLength) > LONGEST) {
    problems.turnLength = `Enter a whole number from 1 to ${LONGEST}.`;
  }
  if (!TIME.test(handoffTime)) {
    problems.handoffTime = "Enter a time such as 09:00.";
  }
  if (!DATE.test(startDate)) {
    problems.startDate = "Enter a date.";
  }
  return problems;
}

export const ROTATION_PLACES = [
  [/^\/rotation\/userIds\/(\d+)/, ([, at]) => [`users.${at}.userId`, `Person ${Number(at) + 1}`]],
  [/^\/rotation\/userIds/, () => ["users", "The persons"]],
  [/^\/rotation\/turnLength/, () => ["turnLength", "The length"]],
  [/^\/rotation\/turnUnit/, () => ["turnUnit", "The unit"]],
  [/^\/rotation\/handoffTime/, () => ["handoffTime", "The time"]],
  [/^\/rotation\/startDate/, () => ["startDate", "The date"]],
];

/** A date of a rotation, which has no time zone. */
const dateOf = (text, options) => format({ timeZone: "UTC", ...options }).format(new Date(text + "T00:00Z"));

/** The names of persons by their ids; one who has left has none. */
export const namesOf = (members) => new Map(members.map(({ id, name }) => [id, name]));

/** How long turns are and when the next person begins, in words. */
export function rhythmOf({ turnUnit, turnLength, handoffTime, startDate }) {
  const each = turnUnit === "DAY" ? counted(turnLength, "day") : counted(turnLength, "week");
  return `${each}, handoff at ${handoffTime}${turnUnit === "WEEK" ? ` on ${dateOf(startDate, { weekday: "long" })}` : ""}`;
}

export const beginOf = ({ startDate }) => dateOf(startDate, { dateStyle: "medium" });

/** Persons in the order of their turns. */
function Order({ form, members }) {
  const rows = form.value("users");
  const put = (some) => form.set("users", some);
  const error = form.errorOf("users");
  const swap = (at) => put(rows.map((row, index) => (index === at - 1 ? rows[at] : index === at ? rows[at - 1] : row)));
  const names = namesOf(members);
  return h(
    "fieldset",
    { class: "form-group", tabIndex: -1, "data-invalid": error ? "" : undefined, "aria-describedby": "users-note" },
    h("legend", null, "Persons"),
    h("p", { id: "users-note", class: error ? "field-error" : "hint soft" }, error || "In the order of their turns. A person who is there twice has two turns in each round."),
    rows.map(({ userId }, at) => {
      const id = `users.${at}.userId`;
      const wrong = form.errorOf(id);
      const left = userId && !names.has(userId) ? [[userId, "A former member"]] : [];
      const options = [["", "Choose a person"], ...left, ...members.map((one) => [one.id, `${one.name} (${one.email})`])];
      const nth = h("span", { class: "hidden" }, ` person ${at + 1}`);
      return h(
        "div",
        { key: at, class: "form-cell" },
        h(
          "div",
          { class: "turn" },
          h(
            "select",
            { id, "aria-label": `Person ${at + 1}`, "aria-invalid": wrong ? "true" : undefined, "aria-describedby": wrong ? id + "-error" : undefined, value: userId, onChange: (event) => put(rows.map((row, index) => (index === at ? { userId: event.target.value } : row))) },
            options.map(([one, word]) => h("option", { key: one, value: one, selected: one === userId }, word)),
          ),
          at > 0 && h("button", { type: "button", class: "quiet", onClick: () => swap(at) }, "Up", nth),
          rows.length > 1 && h("button", { type: "button", class: "quiet", onClick: () => put(rows.filter((row, index) => index !== at)) }, "Remove", nth),
        ),
        wrong && h("p", { id: id + "-error", class: "field-error" }, wrong),
      );
    }),
    rows.length < MOST && h("button", { type: "button", class: "quiet small", onClick: () => put([...rows, { userId: "" }]) }, "Add person"),
  );
}

/** The fields of a rotation. */
export function Turns({ form, members }) {
  const zone = form.value("zone");
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  const weekly = form.value("turnUnit") === "WEEK" && DATE.test(form.value("startDate"));
  return [
    h(Order, { form, members }),
    h(
      Side,
      null,
      h(Text, { form, name: "turnLength", label: "Length of a turn", inputMode: "numeric", hint: "Then the next person is on call." }),
      h(Select, { form, name: "turnUnit", label: "Unit", options: UNITS }),
    ),
    h(
      Side,
      null,
      h(Text, { form, name: "handoffTime", label: "Handoff", type: "time", hint: "Time of day at which turns begin and end." }),
      h(Text, { form, name: "startDate", label: "First handoff", type: "date", hint: weekly ? `Handoffs are on ${dateOf(form.value("startDate"), { weekday: "long" })}.` : "Before it, nobody is on call." }),
      h(Select, { form, name: "zone", label: "Time zone", hint: "Handoffs follow its clocks when they change.", options: zones.map((one) => [one, one]) }),
    ),
  ];
}
