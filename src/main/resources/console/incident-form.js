// A new incident: what it is, what it affects, the first words, and who will read them.
import { Audience } from "./audience.js";
import { Failure, Field, Head, Link, h } from "./dom.js";
import { get, send } from "./api.js";
import { View } from "./view.js";
import { INCIDENTS, SEVERITIES } from "./words.js";

export class IncidentForm extends View {
  kinds = ["service"];
  state = { chosen: [], notify: true };

  async read(signal) {
    return { services: (await get("/v1/status-pages/services?limit=100", signal)).entries };
  }

  submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const body = {
      name: form.get("name").trim(),
      severity: form.get("severity"),
      services: this.state.chosen.map((id) => ({ id })),
      incidentUpdates: [{ description: form.get("description").trim(), status: form.get("status"), notifySubscribers: form.has("notify") }],
    };
    const made = await this.act(() => send("POST", "/v1/status-pages/incidents", body), "The incident is open.");
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
      return h(Head, { title: "New incident", under: "This key is read-only." });
    }
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/incidents" }, "Incidents")),
      h(Head, { title: "New incident" }),
      refused && h(Failure, { of: refused }),
      h(
        "form",
        { class: "card form", onSubmit: this.submit },
        h(Field, { label: "Headline", id: "name" }, h("input", { id: "name", name: "name", required: true, maxLength: 255, autocomplete: "off" })),
        h(
          "div",
          { class: "side" },
          h(Field, { label: "Severity", id: "severity" }, h("select", { id: "severity", name: "severity" }, Object.entries(SEVERITIES).map(([name, word]) => h("option", { key: name, value: name, selected: name === "MAJOR" }, word)))),
          h(Field, { label: "State", id: "status" }, h("select", { id: "status", name: "status" }, Object.entries(INCIDENTS).map(([name, { word }]) => h("option", { key: name, value: name }, word)))),
        ),
        h(
          "fieldset",
          null,
          h("legend", null, "Affected services"),
          services.length === 0 && h("p", { class: "hint soft" }, "There are no services yet. Services are the parts of your offering that status pages show."),
          h("div", { class: "checks" }, services.map((service) => h("label", { key: service.id, class: "box" }, h("input", { type: "checkbox", checked: chosen.includes(service.id), onChange: (event) => this.choose(service.id, event.target.checked) }), service.name))),
          h("div", { class: "inline" }, h(Field, { label: "Another service", id: "service" }, h("input", { id: "service", maxLength: 255, autocomplete: "off" })), h("button", { type: "button", class: "quiet", disabled: busy, onClick: this.addService }, "Add the service")),
        ),
        h(Field, { label: "Message to readers", id: "description" }, h("textarea", { id: "description", name: "description", rows: 4, required: true, maxLength: 10000 })),
        h("label", { class: "box" }, h("input", { type: "checkbox", name: "notify", checked: notify, onChange: (event) => this.setState({ notify: event.target.checked }) }), "Send it to subscribers"),
        h(Audience, { services: chosen, notify }),
        h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy || chosen.length === 0 }, "Open the incident"), chosen.length === 0 && h("span", { class: "soft" }, "Choose a service first.")),
      ),
    ];
  }
}
