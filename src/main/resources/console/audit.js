// The audit log: each change with its actor, time, old and new values.
import { Badge, Empty, Head, Link, h } from "./dom.js";
import { entries as listed, get, query } from "./api.js";
import { View } from "./view.js";
import { actor, counted, exact, receiver } from "./words.js";

const ACTIONS = { CREATE: { word: "Created", tone: "good" }, UPDATE: { word: "Changed", tone: "info" }, DELETE: { word: "Deleted", tone: "bad" } };
const TYPES = ["account", "alert-channel", "alert-channel-subscription", "api-key", "check", "check-group", "client-certificate", "dashboard", "incident", "incident-update", "invitation", "maintenance-window", "member", "objective", "on-call-schedule", "private-location", "private-location-key", "project", "status-page", "status-page-key", "status-page-service", "status-page-subscription", "team", "trigger", "variable"];
const PARTS = ["alert-channel-subscription", "incident-update", "status-page-subscription"];
/** The summary of an action names at most so many parts of a kind. */
const NAMED = 5;
const words = (type) => type.replace(/^check-group$/, "group").replace(/^check$/, "monitor").replace(/^api-key$/, "API key").replace(/-/g, " ");

export class Audit extends View {
  async read(signal) {
    const { search } = this.props;
    const [log, channels] = await Promise.all([
      get("/v1/audit-log" + query({ limit: 50, nextId: search.get("from"), resourceType: search.get("type"), action: search.get("action"), resourceId: search.get("id") }), signal),
      listed("/v1/alert-channels", signal),
    ]);
    return { ...log, channels: new Map(channels.entries.map(({ id, type, config }) => [id, receiver(type, config)])) };
  }

  choose = (name) => (event) => {
    const next = new URLSearchParams(this.props.search);
    next.delete("from");
    next.delete(name);
    if (event.target.value) {
      next.set(name, event.target.value);
    }
    this.props.replace("/audit?" + next);
  };

  content({ entries, nextId, channels }, { search }) {
    const older = new URLSearchParams(search);
    older.set("from", nextId);
    return [
      h(Head, { title: "Audit log", under: ["Every change of the account’s resources. Secrets are masked. ", h(Link, { to: "/deleted" }, "Restore deleted resources")] }),
      h(
        "div",
        { class: "filters" },
        h("div", { class: "field" }, h("label", { for: "type" }, "Resource"), h("select", { id: "type", value: search.get("type") || "", onChange: this.choose("type") }, h("option", { value: "" }, "All"), TYPES.map((type) => h("option", { key: type, value: type }, words(type))))),
        h("div", { class: "field" }, h("label", { for: "action" }, "Change"), h("select", { id: "action", value: search.get("action") || "", onChange: this.choose("action") }, h("option", { value: "" }, "All"), Object.entries(ACTIONS).map(([action, { word }]) => h("option", { key: action, value: action }, word)))),
        h("button", { type: "button", class: "quiet", onClick: this.load }, "Refresh"),
      ),
      entries.length === 0 ? h(Empty, null, "No changes.") : h("ul", { class: "log" }, actions(entries).map((action) => h(Action, { key: action[0].id, entries: action, channels }))),
      h("nav", { class: "pager", "aria-label": "Pages" }, search.get("from") ? h(Link, { to: "/audit", class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/audit?" + older, class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}

/** How far apart the service writes an incident and its update, at most. */
const MOMENT = 1000;

/** What a member has become, or was before it was deleted. */
function valueOf({ changes }, member) {
  const change = changes.find(({ path }) => path === "/" + member);
  return change?.to ?? change?.from;
}

/** The incident that an entry is about, none for other resources. */
const incidentOf = (entry) => (entry.resource.type === "incident" ? entry.resource.id : valueOf(entry, "incidentId"));

/** What the service does with an incident by itself belongs to no request. */
function together(one, other) {
  if (one.actor.requestId || other.actor.requestId) {
    return one.actor.requestId === other.actor.requestId;
  }
  const incident = incidentOf(one);
  return incident !== undefined && incident === incidentOf(other) && Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) < MOMENT;
}

/** All entries of one request are one action, named after the resource that was meant. */
function actions(entries) {
  const all = [];
  for (const entry of entries) {
    const action = all.find(([first]) => together(first, entry));
    action ? action.push(entry) : all.push([entry]);
  }
  return all.map((action) => action.sort((one, other) => PARTS.includes(one.resource.type) - PARTS.includes(other.resource.type)));
}

const LONGEST = 60;

/** The name of a resource; a subscription has that of its channel while the channel exists. */
function nameOf(entry, channels) {
  const said = entry.resource.type === "incident-update" && valueOf(entry, "description");
  if (said) {
    return said.length > LONGEST ? `“${said.slice(0, LONGEST)}…”` : `“${said}”`;
  }
  return entry.resource.name || channels.get(valueOf(entry, "alertChannelId"));
}

function named(entry, channels) {
  const name = nameOf(entry, channels);
  return name ? `${words(entry.resource.type)} ${name}` : words(entry.resource.type);
}

function others(entries, channels) {
  const types = [...new Set(entries.map(({ resource }) => resource.type))];
  return types
    .map((type) => {
      const parts = entries.filter(({ resource }) => resource.type === type);
      const names = parts.map((part) => nameOf(part, channels)).filter(Boolean);
      return counted(parts.length, words(type)) + (names.length > 0 && names.length <= NAMED ? ` (${names.join(", ")})` : "");
    })
    .join(", ");
}

function Action({ entries, channels }) {
  const [entry, ...rest] = entries;
  const action = ACTIONS[entry.action];
  return h(
    "li",
    null,
    h(
      "details",
      null,
      h(
        "summary",
        null,
        h(Badge, { tone: action.tone }, action.word),
        h("strong", null, named(entry, channels)),
        rest.length > 0 && h("span", null, "and ", others(rest, channels)),
        h("span", { class: "soft" }, "by ", actor(entry.actor)),
        h("time", { dateTime: entry.createdAt, class: "soft" }, exact(entry.createdAt)),
      ),
      entries.map((one) => h(Changes, { key: one.id, entry: one, channels, alone: rest.length === 0 })),
      entry.actor.requestId && h("p", { class: "soft" }, "Request ", h("code", null, entry.actor.requestId)),
    ),
  );
}

function Changes({ entry, channels, alone }) {
  return [
    !alone && h("h2", null, `${ACTIONS[entry.action].word}: ${named(entry, channels)}`),
    h(
      "dl",
      { class: "changes" },
      entry.changes.map((change) => h("div", { key: change.path }, h("dt", null, h("code", null, change.path.slice(1).replace(/\//g, "."))), h("dd", null, h("del", null, shown(change.from)), " → ", h("ins", null, shown(change.to))))),
    ),
    h("p", { class: "soft" }, "Id ", h("code", null, entry.resource.id)),
  ];
}

const shown = (value) => (value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value));
