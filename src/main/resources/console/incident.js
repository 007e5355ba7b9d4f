// One incident: its updates, and a form for the next one with a preview of the recipients.
import { Audience } from "./audience.js";
import { Badge, Card, Facts, Head, Link, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { Form, Room } from "./room.js";
import { INCIDENTS, SEVERITIES, counted, exact, lasting } from "./words.js";

/** While messages are on their way, they are counted again after so many milliseconds. */
const WAITING = 4000;

/** Messages are kept for longer. */
const KEPT = 86400000;

/** How many subscribers an update has reached; nothing once its messages are no longer kept. */
function reached(one, messages) {
  if (!messages || messages.queueing) {
    return messages ? "messages are being queued" : null;
  }
  const { delivered, failed, messages: all } = messages;
  if (all === 0) {
    return Date.now() - new Date(one.created_at) < KEPT ? "no subscribers to notify" : null;
  }
  return `${delivered.toLocaleString()} of ${counted(all, "subscriber")} notified${failed > 0 ? `, ${failed.toLocaleString()} failed` : ""}`;
}

export class Incident extends Room {
  kinds = ["incident"];
  state = { notify: true };

  concerns(event) {
    return event.ids.length === 0 || event.ids.includes(this.props.id);
  }

  async read(signal) {
    const { id } = this.props;
    const [incident, messages] = await Promise.all([get(`/v1/status-pages/incidents/${id}`, signal), get(`/v1/incident-audience/${id}`, signal)]);
    clearTimeout(this.soon);
    if (messages.some((one) => one.queueing || one.delivered + one.failed < one.messages)) {
      this.soon = setTimeout(this.load, WAITING);
    }
    return { incident, messages: new Map(messages.map((one) => [one.updateId, one])) };
  }

  post = async (values, form) => {
    const status = values.get("status");
    const body = { status, description: values.get("description").trim(), notifySubscribers: values.has("notify") };
    if (await this.save(() => send("POST", `/v1/status-pages/incidents/${this.props.id}/incident-updates`, body), status === "RESOLVED" ? "The incident is resolved." : "The update is posted.")) {
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

  content({ incident, messages }, { writes }) {
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
                h("p", null, h(Badge, { tone: INCIDENTS[one.status].tone }, INCIDENTS[one.status].word), " ", h(Time, { at: one.publicIncidentUpdateDate }), one.notifySubscribers && reached(one, messages.get(one.id)) && h("span", { class: "soft" }, " · ", reached(one, messages.get(one.id)))),
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
              h(Form, { bare: true, save: this.post, refused, busy, label: status === "RESOLVED" ? "Post and resolve" : "Post the update" }, (f) => [
                f.select("status", "State", Object.entries(INCIDENTS).map(([name, { word }]) => [name, word]), { value: status, onChange: (event) => this.setState({ status: event.target.value }) }),
                f.area("description", "Message to readers", { rows: 4, required: true, maxLength: 10000 }),
                f.box("notify", "Send it to subscribers", notify, { onChange: (event) => this.setState({ notify: event.target.checked }) }),
                h(Audience, { services: incident.services.map((service) => service.id), notify }),
              ]),
            ),
          h(Card, { id: "about", title: "Details" }, h(Facts, { of: [["Services", incident.services.map((service) => service.name).join(", ") || "–"], ["Severity", SEVERITIES[incident.severity]], ["Opened", exact(incident.created_at)]] })),
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
