// Incidents of status pages, newest first.
import { Badge, Empty, Head, Link, Table, Time, h } from "./dom.js";
import { get, query } from "./api.js";
import { View } from "./view.js";
import { INCIDENTS, SEVERITIES, lasting } from "./words.js";

/** An incident may be entered later than it began: its first update says when that was. */
function began({ incidentUpdates, created_at: entered }) {
  return incidentUpdates.map((update) => update.publicIncidentUpdateDate).reduce((first, at) => (Date.parse(at) < Date.parse(first) ? at : first), entered);
}

export class Incidents extends View {
  kinds = ["incident"];

  async read(signal) {
    return get("/v1/status-pages/incidents" + query({ limit: 40, nextId: this.props.search.get("from") }), signal);
  }

  content({ entries, nextId }, { writes, search }) {
    return [
      h(Head, { title: "Incidents", under: "Incidents on status pages and in messages to their subscribers." }, writes && h(Link, { to: "/incidents/new", class: "button" }, "New incident")),
      entries.length === 0
        ? h(Empty, null, "There are no incidents.")
        : h(Table, {
            caption: "Incidents",
            columns: [{ name: "Incident" }, { name: "State", plain: true }, { name: "Severity", class: "wide" }, { name: "Services", class: "wide" }, { name: "Began" }, { name: "Lasted", class: "wide" }],
            rows: entries.map((one) => ({
              key: one.id,
              cells: [
                h(Link, { to: "/incidents/" + one.id }, one.name),
                h(Badge, { tone: INCIDENTS[one.lastUpdateStatus].tone }, INCIDENTS[one.lastUpdateStatus].word),
                SEVERITIES[one.severity],
                one.services.map((service) => service.name).join(", ") || "–",
                h(Time, { at: began(one) }),
                one.lastUpdateStatus === "RESOLVED" ? lasting(one.duration) : "ongoing",
              ],
            })),
          }),
      h("nav", { class: "pager", "aria-label": "Pages" }, search.get("from") ? h(Link, { to: "/incidents", class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/incidents?from=" + nextId, class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}
