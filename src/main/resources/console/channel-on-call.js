// The person of an on-call schedule for whom a channel speaks, in the form of a channel.
import { Component, h } from "./dom.js";
import { get } from "./api.js";
import { Section, Select, Side, Text } from "./fields.js";

export function onCallValues(channel) {
  return { scheduleId: String(channel?.onCall?.scheduleId ?? ""), person: channel?.onCall?.person ?? "" };
}

/** Nothing for a channel that spoke at all times and does. */
export function onCallBody(values, channel) {
  if (!values.scheduleId) {
    return channel?.onCall ? { onCall: null } : {};
  }
  const person = values.person.trim();
  return { onCall: { scheduleId: Number(values.scheduleId), ...(person && { person }) } };
}

/** Whether a channel is for a person of the account, whom schedules know. */
const isPerson = (type, whom) => type === "MEMBER" && whom === "person";

export function onCallProblems(values) {
  return values.scheduleId && !values.person.trim() && !isPerson(values.type, values.whom) ? { person: "Enter the person as the schedule has it." } : {};
}

export const ON_CALL_PLACES = [
  [/^\/onCall\/person/, () => ["person", "Person"]],
  [/^\/onCall/, () => ["scheduleId", "On-call schedule"]],
];

/** Only for accounts that have schedules. */
export function OnCall({ form, schedules }) {
  const id = form.value("scheduleId");
  const chosen = schedules.find((one) => String(one.id) === id);
  return (
    (schedules.length > 0 || id) &&
    h(
      Section,
      { title: "On call", summary: id ? `for ${form.value("person") || "a person"}` : "at all times", open: Boolean(id) },
      h(
        Side,
        null,
        h(Select, { form, name: "scheduleId", label: "On-call schedule", hint: "The channel speaks while its person is on call.", options: [["", "None: at all times"], ...schedules.map((one) => [one.id, one.name])] }),
        id && h(Person, { key: id, form, id, turns: Boolean(chosen?.rotation) }),
      ),
      id && h("p", { class: "hint soft" }, `While no channel of ${chosen?.name ?? "the schedule"} has a person who is on call, all of them get the alert. Recoveries go to those that were told.`),
    )
  );
}

/** Offers the persons of the shifts of today and of the next ones. */
class Person extends Component {
  state = { names: [] };
  reading = new AbortController();

  async componentDidMount() {
    const found = await get(`/v1/on-call-schedules/${this.props.id}/on-call`, this.reading.signal).catch(() => null);
    if (found) {
      const names = [...found.now, ...found.next].flatMap(({ name, email }) => (this.props.turns ? [email] : [name, email]));
      this.setState({ names: [...new Set(names.filter(Boolean))] });
    }
  }

  componentWillUnmount() {
    this.reading.abort();
  }

  render({ form, turns }, { names }) {
    const hint = turns ? "E-mail address of a person in the rotation." : "Name or e-mail address of an attendee, or title of an event.";
    return [
      h(Text, { form, name: "person", label: "Person", hint: hint + (isPerson(form.value("type"), form.value("whom")) ? " Empty: the member." : ""), maxLength: 255, list: "persons" }),
      h("datalist", { id: "persons" }, names.map((name) => h("option", { key: name, value: name }))),
    ];
  }
}
