// One incident: its updates, and a form for the next one with a preview of the recipients.
import { Audience } from "./audience.js";
import { Badge, Card, Facts, Failure, Field, Head, Link, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { View } from "./view.js";
import { INCIDENTS, SEVERITIES, exact, lasting } from "./words.js";

export class Incident extends View {
  kinds = ["incident"];
  state = { notify: true };

  concerns(event) {
    return event.ids.length === 0 || event.ids.includes(this.props.id);
  }

  async read(signal) {
    return { incident: await get(`/v1/status-pages/incidents/${this.props.id}`, signal) };
  }

  post = async (event) => {
    event.preventDefault();
    const form = event.target;
    const values = new FormData(form);
    const status = values.get("status");
    const body = { status, description: values.get("description").trim(), notifySubscribers: values.has("notify") };
    if (await this.act(() => send("POST", `/v1/status-pages/incidents/${this.props.id}/incident-updates`, body), status === "RESOLVED" ? "The incident is resolved." : "The update is posted.")) {
      this.setState({ status: undefined });
      form.reset();
      this.load();
    }
  };

  remove = async () => {
    if (await this.act(() => send("DELETE", `/v1/status-pages/incidents/${this.props.id}`), "The incident is deleted.")) {
      this.props.go("/incidents");
    }
  };

  content({ incident }, { writes }) {
    const { busy, refused, notify } = this.state;
    const open = incident.lastUpdateStatus !== "RESOLVED";
    const status = this.state.status || incident.lastUpdateStatus;
    const standing = INCIDENTS[incident.lastUpdateStatus];
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/incidents" }, "Incidents")),
      h(
        Head,
        { title: incident.name, under: [h(Badge, { tone: standing.tone }, standing.word), " ", SEVERITIES[incident.severity], " · ", open ? ["open since ", exact(incident.created_at)] : `lasted ${lasting(incident.duration)}`] },
        writes && open && h("button", { type: "button", onClick: this.resolve }, "Resolve"),
        writes && h(Ask, { what: "Delete", question: `Delete the incident ${incident.name}? No messages are sent.`, yes: this.remove }),
      ),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "updates", title: "Updates" },
          h(
            "ol",
            { class: "updates" },
            incident.incidentUpdates.map((one) =>
              h(
                "li",
                { key: one.id },
                h("p", null, h(Badge, { tone: INCIDENTS[one.status].tone }, INCIDENTS[one.status].word), " ", h(Time, { at: one.publicIncidentUpdateDate }), one.notifySubscribers && h("span", { class: "soft" }, " · for subscribers")),
                h("p", { class: "words" }, one.description),
              ),
            ),
          ),
        ),
        h(
          "div",
          null,
          writes &&
            h(
              Card,
              { id: "post", title: open ? "Post an update" : "Post another update" },
              refused && h(Failure, { of: refused }),
              h(
                "form",
                { class: "form", onSubmit: this.post },
                h(Field, { label: "State", id: "status" }, h("select", { id: "status", name: "status", value: status, onChange: (event) => this.setState({ status: event.target.value }) }, Object.entries(INCIDENTS).map(([name, { word }]) => h("option", { key: name, value: name }, word)))),
                h(Field, { label: "Message to readers", id: "description" }, h("textarea", { id: "description", name: "description", rows: 4, required: true, maxLength: 10000 })),
                h("label", { class: "box" }, h("input", { type: "checkbox", name: "notify", checked: notify, onChange: (event) => this.setState({ notify: event.target.checked }) }), "Send it to subscribers"),
                h(Audience, { services: incident.services.map((service) => service.id), notify }),
                h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy }, status === "RESOLVED" ? "Post and resolve" : "Post the update")),
              ),
            ),
          h(Card, { id: "about", title: "About it" }, h(Facts, { of: [["Services", incident.services.map((service) => service.name).join(", ") || "–"], ["Severity", SEVERITIES[incident.severity]], ["Opened", exact(incident.created_at)]] })),
        ),
      ),
    ];
  }

  resolve = () => {
    this.setState({ status: "RESOLVED" }, () => {
      const words = this.base.querySelector("#description");
      words.value = words.value || "This is resolved.";
      words.focus();
    });
  };
}
