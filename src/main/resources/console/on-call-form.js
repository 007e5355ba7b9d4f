// The form for a new or existing on-call schedule. The service never tells the address of a calendar.
import { Link, h } from "./dom.js";
import { send, version } from "./api.js";
import { Side, Text } from "./fields.js";
import { FormView } from "./form.js";
import { change } from "./room.js";

const ADDRESS = /^https?:\/\/[^\s/]+/i;

export class OnCallForm extends FormView {
  secrets = ["url"];
  places = [
    [/^\/name/, () => ["name", "Name"]],
    [/^\/url/, () => ["url", "The address"]],
    [/^\/timeZone/, () => ["timeZone", "Time zone"]],
  ];

  async fetch(signal) {
    const { id } = this.props;
    const edited = id ? await version("/v1/on-call-schedules/" + id, signal) : null;
    this.verb = edited ? "Save" : "Add schedule";
    return { edited, schedule: edited?.value };
  }

  initial({ schedule }) {
    return { name: schedule?.name ?? "", url: "", timeZone: schedule?.timeZone ?? "" };
  }

  problems(values, data = this.state.data) {
    const problems = {};
    const url = values.url.trim();
    if (!values.name.trim()) {
      problems.name = "Enter a name.";
    }
    if (url ? !ADDRESS.test(url) : !data.schedule) {
      problems.url = "Enter an address that begins with https:// or http://.";
    }
    return problems;
  }

  save(values) {
    const schedule = this.edited?.value;
    const url = values.url.trim();
    const body = { name: values.name.trim(), timeZone: values.timeZone.trim() || null, ...(url ? { url } : {}) };
    return schedule ? change("/v1/on-call-schedules/" + schedule.id, body, this.edited) : send("POST", "/v1/on-call-schedules", body);
  }

  saved({ id }) {
    this.tell(this.state.data.schedule ? "The schedule is saved." : "The schedule is added. Its calendar is read within seconds.");
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

  sections({ schedule }) {
    const other = schedule && this.value("url").trim() !== "";
    return h(
      "section",
      { class: "card", "aria-label": "Schedule" },
      h(Side, null, h(Text, { form: this, name: "name", label: "Name", hint: "Shown in lists and in the form of a channel.", maxLength: 255 }), h(Text, { form: this, name: "timeZone", label: "Time zone", hint: "Of times that name none, such as Europe/Berlin. Empty: that of the calendar, or UTC.", maxLength: 64 })),
      h(Text, { form: this, name: "url", label: "iCal address", hint: schedule ? `Leave empty to keep the stored one, of ${schedule.host}.` : "It is a secret: stored sealed, and never shown again.", type: "url", spellcheck: false, maxLength: 2048, wide: true }),
      h("p", { role: "status", class: "hint" }, other ? "With another address the shifts of the former calendar are dropped at once." : ""),
    );
  }
}
