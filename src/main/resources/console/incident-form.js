// A new incident: what it is, what it affects, the first words, and who will read them.
import { Audience } from "./audience.js";
import { Field, Head, Link, h } from "./dom.js";
import { get, send } from "./api.js";
import { MARKDOWN, STATES, timeOf } from "./incident-edit.js";
import { Form, READ_ONLY, Room } from "./room.js";
import { SEVERITIES } from "./words.js";

const WORDS = "incidentUpdates/0/description";
const STATUS = "incidentUpdates/0/status";
const TIME = "incidentUpdates/0/publicIncidentUpdateDate";

export class IncidentForm extends Room {
  kinds = ["service"];
  state = { chosen: [], notify: true };

  async read(signal) {
    return { services: (await get("/v1/status-pages/services?limit=100", signal)).entries };
  }

  submit = async (form) => {
    const body = {
      name: form.get("name").trim(),
      severity: form.get("severity"),
      services: this.state.chosen.map((id) => ({ id })),
      incidentUpdates: [{ description: form.get(WORDS).trim(), status: form.get(STATUS), publicIncidentUpdateDate: timeOf(form.get(TIME)), notifySubscribers: form.has("notify") }],
    };
    const made = await this.save(() => send("POST", "/v1/status-pages/incidents", body), "The incident is open.");
    if (made) {
      this.props.go("/incidents/" + made.id);
    }
  };

  addService = async () => {
    const input = this.base.querySelector("#service");
    const name = input.value.trim();
    const made = name && (await this.act(() => send("POST", "/v1/status-pages/services", { name }), "The service is created."));
    if (made) {
      input.value = "";
      this.setState((now) => ({ chosen: [...now.chosen, made.id] }));
      this.load();
    }
  };

  choose = (id, on) => this.setState((now) => ({ chosen: on ? [...now.chosen, id] : now.chosen.filter((other) => other !== id) }));

  content({ services }, { writes }) {
    const { busy, refused, chosen, notify } = this.state;
    if (!writes) {
      return h(Head, { title: "New incident", under: READ_ONLY });
    }
    const none = "There are no services yet. Services are the parts of your offering that status pages show.";
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/incidents" }, "Incidents")),
      h(Head, { title: "New incident" }),
      h(Form, { save: this.submit, refused, busy, disabled: chosen.length === 0, label: "Open the incident", cancel: "/incidents" }, (f) => [
        f.text("name", "Headline", { required: true, maxLength: 255 }),
        h("div", { class: "side" }, f.select("severity", "Severity", Object.entries(SEVERITIES), { value: "MAJOR" }), f.select(STATUS, "State", STATES), f.text(TIME, "Began", { type: "datetime-local", hint: "Empty: now." })),
        f.set(
          "services",
          "Affected services",
          [
            h("div", { class: "checks" }, services.map((service) => h("label", { key: service.id, class: "box" }, h("input", { type: "checkbox", name: "services", value: service.id, checked: chosen.includes(service.id), onChange: (event) => this.choose(service.id, event.target.checked) }), service.name))),
            h("div", { class: "inline" }, h(Field, { label: "Another service", id: "service" }, h("input", { id: "service", maxLength: 255, autocomplete: "off" })), h("button", { type: "button", class: "quiet", disabled: busy, onClick: this.addService }, "Add the service")),
          ],
          services.length === 0 ? none : chosen.length === 0 && "Choose at least one.",
        ),
        f.area(WORDS, "Message to readers", { rows: 4, required: true, maxLength: 10000, hint: MARKDOWN }),
        f.box("notify", "Send it to subscribers", notify, { onChange: (event) => this.setState({ notify: event.target.checked }) }),
        h(Audience, { services: chosen, notify }),
      ]),
    ];
  }
}
