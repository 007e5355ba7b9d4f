// The form for a new or existing on-call schedule: a rotation of members, or a calendar, whose address
// the service never tells.
import { Link, h } from "./dom.js";
import { send, session, version } from "./api.js";
import { Choice, Side, Text } from "./fields.js";
import { FormView } from "./form.js";
import { ROTATION_PLACES, Turns, rotationBody, rotationProblems, rotationValues } from "./on-call-rotation.js";
import { persons } from "./persons.js";
import { change } from "./room.js";

const ADDRESS = /^https?:\/\/[^\s/]+/i;

export class OnCallForm extends FormView {
  secrets = ["url"];
  places = [
    [/^\/name/, () => ["name", "Name"]],
    [/^\/url/, () => ["url", "The address"]],
    [/^\/timeZone/, () => [this.isRotation() ? "zone" : "timeZone", "Time zone"]],
    ...ROTATION_PLACES,
  ];

  async fetch(signal) {
    const { id } = this.props;
    const [edited, members] = await Promise.all([id ? version("/v1/on-call-schedules/" + id, signal) : null, persons(signal)]);
    this.verb = edited ? "Save" : "Add schedule";
    return { edited, schedule: edited?.value, members };
  }

  initial({ schedule, members }) {
    const source = schedule && !schedule.rotation ? "calendar" : "rotation";
    return { name: schedule?.name ?? "", source, url: "", timeZone: (source === "calendar" && schedule?.timeZone) || "", ...rotationValues(schedule, session.user, members) };
  }

  isRotation() {
    return this.value("source") === "rotation";
  }

  problems(values, data = this.state.data) {
    const problems = {};
    const url = values.url.trim();
    if (!values.name.trim()) {
      problems.name = "Enter a name.";
    }
    if (values.source === "rotation") {
      return { ...problems, ...rotationProblems(values) };
    }
    if (url ? !ADDRESS.test(url) : !data.schedule?.host) {
      problems.url = "Enter an address that begins with https:// or http://.";
    }
    return problems;
  }

  save(values) {
    const schedule = this.edited?.value;
    const url = values.url.trim();
    const name = values.name.trim();
    const rotation = rotationBody(values);
    // A rotation with a person who has left can stay, but is not taken again.
    const other = !schedule?.rotation || JSON.stringify(rotation) !== JSON.stringify(schedule.rotation);
    const body = values.source === "rotation" ? { name, timeZone: values.zone, ...(other && { rotation }) } : { name, timeZone: values.timeZone.trim() || null, ...(url && { url }) };
    return schedule ? change("/v1/on-call-schedules/" + schedule.id, body, this.edited) : send("POST", "/v1/on-call-schedules", body);
  }

  saved({ id }) {
    this.tell(this.state.data.schedule ? "The schedule is saved." : this.isRotation() ? "The schedule is added." : "The schedule is added. Its calendar is read within seconds.");
    this.props.go("/on-call/" + id);
  }

  heading({ schedule }) {
    return schedule ? "Edit schedule" : "New schedule";
  }

  back({ schedule }) {
    return schedule ? "/on-call/" + schedule.id : "/on-call";
  }

  crumbs({ schedule }) {
    return h("p", { class: "crumbs" }, h(Link, { to: "/on-call" }, "On-call schedules"), schedule && [" / ", h(Link, { to: "/on-call/" + schedule.id }, schedule.name)]);
  }

  sections({ schedule, members }) {
    return [
      h(
        "section",
        { class: "card form-body", "aria-label": "Schedule" },
        h(Text, { form: this, name: "name", label: "Name", hint: "Shown in lists and in the form of a channel.", maxLength: 255, wide: true }),
        h(Choice, { form: this, name: "source", label: "Who is on call", hint: "Members take turns, or a calendar elsewhere says who it is.", options: [["rotation", "Rotation"], ["calendar", "Calendar"]], onChange: (source) => this.set("source", source) }),
      ),
      h("section", { class: "card form-body", "aria-label": this.isRotation() ? "Rotation" : "Calendar" }, this.isRotation() ? h(Turns, { form: this, members }) : this.calendar(schedule)),
    ];
  }

  calendar(schedule) {
    const host = schedule?.host;
    const other = host && this.value("url").trim() !== "";
    return [
      h(Text, { form: this, name: "url", label: "iCal address", hint: host ? `Leave empty to keep the stored one, of ${host}.` : "It is a secret: stored sealed, and never shown again.", type: "url", spellcheck: false, maxLength: 2048, wide: true }),
      h(Text, { form: this, name: "timeZone", label: "Time zone", hint: "Of times that name none, such as Europe/Berlin. Empty: that of the calendar, or UTC.", maxLength: 64, wide: true }),
      h("p", { role: "status", class: "hint" }, other ? "With another address the shifts of the former calendar are dropped at once." : ""),
    ];
  }
}
