// What was deleted in the last 30 days, and its restoration.
import { Empty, Failure, Head, Link, Table, Time, h } from "./dom.js";
import { get, query, send } from "./api.js";
import { notice, View } from "./view.js";
import { actor, counted } from "./words.js";

const TYPES = {
  check: { word: "Monitor", to: (id) => `/monitors/${id}` },
  "check-group": { word: "Group", to: (id) => `/groups/${id}` },
  "alert-channel": { word: "Channel", to: (id) => `/channels/${id}/edit` },
  incident: { word: "Incident", to: (id) => `/incidents/${id}` },
  "status-page": { word: "Status page", to: (id) => `/pages/${id}` },
  "status-page-service": { word: "Service", to: (id) => `/services/${id}` },
  "maintenance-window": { word: "Maintenance", to: (id) => `/maintenance/${id}` },
  "on-call-schedule": { word: "On-call schedule", to: (id) => `/on-call/${id}` },
  team: { word: "Team", to: (id) => `/teams/${id}` },
};
const PARTS = {
  "alert-channel-subscription": "subscription",
  dependency: "dependency",
  "incident-service": "affected service",
  "incident-update": "update",
  objective: "objective",
  "status-page-card": "card",
  "status-page-card-service": "place on a card",
  "status-page-key": "key",
  "status-page-subscription": "subscriber",
  "team-member": "member",
  trigger: "trigger URL",
};
const PLURALS = { dependency: "dependencies", "status-page-card-service": "places on cards" };
/** Names of a group, service or location that settings have; the rest of the settings can do without. */
const MISSING = /_MISSING$/;

export class Deleted extends View {
  kinds = ["check", "group", "channel", "page", "service", "incident", "maintenance", "schedule", "team"];

  read(signal) {
    const { search } = this.props;
    return get("/v1/deleted-resources" + query({ limit: 50, nextId: search.get("from"), resourceType: search.get("type") }), signal);
  }

  choose = (event) => this.props.replace("/deleted" + query({ type: event.target.value }));

  restore = async (entry, leaveOutMissing) => {
    this.setState({ entry, restored: null });
    const restored = await this.act(() => send("POST", `/v1/deleted-resources/${entry.id}/restore` + query({ leaveOutMissing })));
    if (restored) {
      notice.show(`${nameOf(entry.resource)} is restored.`);
      this.setState({ restored });
      this.load();
    }
    // The button may be far below of what is said about it.
    this.setState({}, () => document.querySelector("main .failure, main .restored")?.scrollIntoView({ block: "center" }));
  };

  content({ entries, nextId }, { search, writes }) {
    const { busy, refused, entry, restored } = this.state;
    return [
      h(Head, { title: "Deleted", under: "Resources can be restored for 30 days, with what was deleted with them. Results and alerts do not return." }),
      h("div", { class: "filters" }, h("div", { class: "field" }, h("label", { for: "type" }, "Resource"), h("select", { id: "type", value: search.get("type") || "", onChange: this.choose }, h("option", { value: "" }, "All"), Object.entries(TYPES).map(([type, { word }]) => h("option", { key: type, value: type }, word))))),
      refused && h(Refused, { refused, entry, busy, anyway: () => this.restore(entry, true) }),
      restored && h(Restored, { of: restored }),
      entries.length === 0
        ? h(Empty, null, "Nothing was deleted in the last 30 days.")
        : h(Table, {
            caption: "Deleted resources",
            columns: [{ name: "Name" }, { name: "Resource" }, { name: "Deleted" }, { name: "By", class: "wide" }, { name: "Returns with", class: "wide" }, ...(writes ? [{ name: "Actions" }] : [])],
            rows: entries.map((one) => ({
              key: one.id,
              cells: [
                nameOf(one.resource),
                TYPES[one.resource.type].word,
                h(Time, { at: one.deletedAt }),
                actor(one.actor),
                parts(one.parts) || "its settings",
                ...(writes ? [h("button", { type: "button", class: "small", disabled: busy, onClick: () => this.restore(one), "aria-label": `Restore ${nameOf(one.resource)}` }, "Restore")] : []),
              ],
            })),
          }),
      h("nav", { class: "pager", "aria-label": "Pages" }, search.get("from") ? h(Link, { to: "/deleted", class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/deleted" + query({ from: nextId, type: search.get("type") }), class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}

const nameOf = ({ name, type, id }) => name || `${TYPES[type].word} ${id}`;

function parts(of) {
  return of.map(({ type, count }) => counted(count, PARTS[type] || type, PLURALS[type])).join(", ");
}

/** What stands in the way, and the way without it where there is one. */
function Refused({ refused, entry, busy, anyway }) {
  const { obstacles } = refused;
  if (obstacles.length === 0) {
    return h(Failure, { of: refused });
  }
  return h(
    "div",
    { class: "failure", role: "alert" },
    h("strong", null, `${nameOf(entry.resource)} cannot be restored yet.`),
    h("ul", null, obstacles.map((one) => h("li", { key: one.code + one.id }, one.message.charAt(0).toUpperCase() + one.message.slice(1), "."))),
    obstacles.every((one) => MISSING.test(one.code)) && h("button", { type: "button", class: "small", disabled: busy, onClick: anyway }, "Restore without them"),
  );
}

function Restored({ of: { resource, parts: returned, leftOut } }) {
  return h(
    "div",
    { class: "restored", role: "status" },
    h("p", null, h(Link, { to: TYPES[resource.type].to(resource.id) }, nameOf(resource)), " exists again", returned.length > 0 && ` with ${parts(returned)}`, "."),
    leftOut.length > 0 && h("ul", null, leftOut.map((one) => h("li", { key: one.type + one.reason + one.missing?.id }, left(one)))),
  );
}

function left({ type, reason, count, missing }) {
  const what = counted(count, PARTS[type] || TYPES[type]?.word.toLowerCase() || type.replace(/-/g, " "), PLURALS[type]);
  const other = missing && `${(TYPES[missing.type]?.word || "Location").toLowerCase()} ${missing.id}`;
  switch (reason) {
    case "OTHER_DELETED":
      return `Waiting: ${what}, until ${other} is restored.`;
    case "MISSING":
      return `Left out: ${other}, which does not exist.`;
    case "NO_MEMBER":
      return `Left out: ${what} who left the account.`;
    case "CIRCULAR":
      return `Left out: ${what} that would lead back to itself.`;
    default:
      return `Left out: ${what}, since the card is gone.`;
  }
}
