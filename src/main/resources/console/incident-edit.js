// Corrections of an incident and of its updates. They send no messages.
import { Card, h } from "./dom.js";
import { version } from "./api.js";
import { reader } from "./reader.js";
import { Form, Room, change, parts } from "./room.js";
import { fromInput, toInput } from "./windows.js";
import { INCIDENTS, SEVERITIES } from "./words.js";

export const MARKDOWN = "Markdown works: **bold**, links and lists.";
export const STATES = Object.entries(INCIDENTS).map(([name, { word }]) => [name, word]);

const PATH = "/v1/status-pages/incidents/";

/** The time of an update as the service takes it; undefined where none is entered. */
export const timeOf = (text) => (text ? fromInput(text, reader.zone).toISOString() : undefined);

/** A form in place of what it changes: it changes the version it began with, and gets the focus. */
class Edit extends Room {
  heard() {}

  componentDidUpdate(before, { data }) {
    super.componentDidUpdate(before);
    if (!data && this.state.data) {
      this.base.querySelector("input, select, textarea").focus();
    }
  }

  async change(body, done) {
    if (await this.save(() => change(this.path, body, this.state.data.edited), done)) {
      this.props.done();
    }
  }
}

/** Name, severity and services of an incident. */
export class IncidentEdit extends Edit {
  get path() {
    return PATH + this.props.id;
  }

  async read(signal) {
    const [edited, services] = await Promise.all([version(this.path, signal), parts("/v1/status-pages/services", signal)]);
    return { edited, services };
  }

  submit = (form) => this.change({ name: form.get("name").trim(), severity: form.get("severity"), services: form.getAll("services").map((id) => ({ id })) }, "The incident is saved.");

  content({ edited: { value }, services }, { done }) {
    const { busy, refused, edition } = this.state;
    const chosen = value.services.map((service) => service.id);
    return h(
      Card,
      { id: "edit", title: "Edit the incident" },
      h(Form, { key: edition, bare: true, prefix: "edit-", save: this.submit, faults: (form) => (form.has("services") ? {} : { services: "Choose at least one." }), refused, busy, label: "Save", cancel: done, renew: this.renew }, (f) => [
        f.text("name", "Headline", { value: value.name, required: true, maxLength: 255 }),
        f.select("severity", "Severity", Object.entries(SEVERITIES), { value: value.severity }),
        f.set("services", "Affected services", h("div", { class: "checks" }, services.map((service) => f.box("services", service.name, chosen.includes(service.id), { value: service.id })))),
      ]),
    );
  }
}

/** State, time and text of an update. */
export class UpdateEdit extends Edit {
  get path() {
    return `${PATH}${this.props.incident}/incident-updates/${this.props.id}`;
  }

  async read(signal) {
    return { edited: await version(this.path, signal) };
  }

  /** A time that was not changed is left out: the field shows it without its seconds. */
  submit = (form) => {
    const at = form.get("time");
    const same = at === toInput(this.state.data.edited.value.publicIncidentUpdateDate, reader.zone);
    return this.change({ status: form.get("status"), description: form.get("description").trim(), ...(!same && { publicIncidentUpdateDate: timeOf(at) }) }, "The update is saved.");
  };

  content({ edited: { value } }, { done }) {
    const { busy, refused, edition } = this.state;
    return h(Form, { key: edition, bare: true, prefix: `update-${value.id}-`, save: this.submit, refused, busy, label: "Save", cancel: done, renew: this.renew }, (f) => [
      f.select("status", "State", STATES, { value: value.status }),
      f.text("time", "Time", { type: "datetime-local", value: toInput(value.publicIncidentUpdateDate, reader.zone), required: true, hint: `In your time zone (${reader.zone}). The newest update gives the incident its state.` }),
      f.area("description", "Message to readers", { value: value.description, rows: 4, required: true, maxLength: 10000, hint: MARKDOWN }),
    ]);
  }
}
