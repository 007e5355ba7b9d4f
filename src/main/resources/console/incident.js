// One incident: its updates, and a form for the next one with a preview of the recipients.
import { Audience } from "./audience.js";
import { Badge, Card, Facts, Head, Link, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { IncidentEdit, MARKDOWN, STATES, UpdateEdit, timeOf } from "./incident-edit.js";
import { numeral } from "./reader.js";
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
  return `${numeral(delivered)} of ${counted(all, "subscriber")} notified${failed > 0 ? `, ${numeral(failed)} failed` : ""}`;
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
    const body = { status, description: values.get("description").trim(), publicIncidentUpdateDate: timeOf(values.get("time")), notifySubscribers: values.has("notify") };
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

  removeUpdate = async (update) => {
    if (await this.act(() => send("DELETE", `/v1/status-pages/incidents/${this.props.id}/incident-updates/${update.id}`), "The update is deleted.")) {
      this.base.querySelector("h1").focus();
      this.load();
    }
  };

  edit = (editing) => this.setState({ editing });

  /** Ends the editing; the focus goes back to the button that began it. */
  edited = async () => {
    await this.load();
    const { editing } = this.state;
    this.setState({ editing: null }, () => this.base.querySelector("#edit-" + editing)?.focus());
  };

  content({ incident, messages }, { writes }) {
    const { busy, refused, notify, editing } = this.state;
    const open = incident.lastUpdateStatus !== "RESOLVED";
    const status = this.state.status || incident.lastUpdateStatus;
    const standing = INCIDENTS[incident.lastUpdateStatus];
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/incidents" }, "Incidents")),
      h(
        Head,
        { title: incident.name, under: [h(Badge, { tone: standing.tone }, standing.word), " ", SEVERITIES[incident.severity], " · ", open ? ["open since ", exact(incident.created_at)] : `lasted ${lasting(incident.duration)}`] },
        writes && open && h("button", { type: "button", onClick: this.resolve }, "Resolve"),
        writes && editing !== "incident" && h("button", { type: "button", class: "quiet", id: "edit-incident", onClick: () => this.edit("incident") }, "Edit"),
        writes && h(Ask, { what: "Delete", question: `Delete the incident ${incident.name}? No messages are sent.`, yes: this.remove }),
      ),
      editing === "incident" && h(IncidentEdit, { id: incident.id, done: this.edited }),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "updates", title: "Updates" },
          h(
            "ol",
            { class: "updates" },
            incident.incidentUpdates.map((one) => h("li", { key: one.id }, editing === one.id ? h(UpdateEdit, { incident: incident.id, id: one.id, done: this.edited }) : this.update(one, incident, messages.get(one.id)))),
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
                f.select("status", "State", STATES, { value: status, onChange: (event) => this.setState({ status: event.target.value }) }),
                f.area("description", "Message to readers", { rows: 4, required: true, maxLength: 10000, hint: MARKDOWN }),
                f.text("time", "Time", { type: "datetime-local", hint: "Empty: now." }),
                f.box("notify", "Send it to subscribers", notify, { onChange: (event) => this.setState({ notify: event.target.checked }) }),
                h(Audience, { services: incident.services.map((service) => service.id), notify }),
              ]),
            ),
          h(Card, { id: "about", title: "Details" }, h(Facts, { of: [["Services", incident.services.map((service) => service.name).join(", ") || "–"], ["Severity", SEVERITIES[incident.severity]], ["Opened", exact(incident.created_at)]] })),
        ),
      ),
    ];
  }

  update(one, incident, messages) {
    const name = h("span", { class: "hidden" }, " the update of ", exact(one.publicIncidentUpdateDate));
    return [
      h("p", null, h(Badge, { tone: INCIDENTS[one.status].tone }, INCIDENTS[one.status].word), " ", h(Time, { at: one.publicIncidentUpdateDate }), one.actorName && h("span", { class: "soft" }, " · ", one.actorName), one.notifySubscribers && reached(one, messages) && h("span", { class: "soft" }, " · ", reached(one, messages))),
      h("p", { class: "words" }, one.description),
      this.props.writes &&
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet small", id: "edit-" + one.id, onClick: () => this.edit(one.id) }, "Edit", name),
          incident.incidentUpdates.length > 1 && h(Ask, { what: "Delete", tone: "small danger", question: `Delete the update of ${exact(one.publicIncidentUpdateDate)}? Messages that were sent stay sent.`, yes: () => this.removeUpdate(one) }),
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
