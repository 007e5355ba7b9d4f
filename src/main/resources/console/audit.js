// The audit log: each change with its actor, time, old and new values.
import { Badge, Empty, Head, Link, h } from "./dom.js";
import { get, query } from "./api.js";
import { View } from "./view.js";
import { exact } from "./words.js";

const ACTIONS = { CREATE: { word: "Created", tone: "good" }, UPDATE: { word: "Changed", tone: "info" }, DELETE: { word: "Deleted", tone: "bad" } };
const TYPES = ["account", "alert-channel", "alert-channel-subscription", "api-key", "check", "check-group", "dashboard", "incident", "incident-update", "maintenance-window", "private-location", "private-location-key", "project", "status-page", "status-page-service", "status-page-subscription", "variable"];
const words = (type) => type.replace(/-/g, " ");

export class Audit extends View {
  async read(signal) {
    const { search } = this.props;
    return get("/v1/audit-log" + query({ limit: 50, nextId: search.get("from"), resourceType: search.get("type"), action: search.get("action"), resourceId: search.get("id") }), signal);
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

  content({ entries, nextId }, { search }) {
    const older = new URLSearchParams(search);
    older.set("from", nextId);
    return [
      h(Head, { title: "Audit log", under: "Every change of the account’s resources. Secrets are masked." }),
      h(
        "div",
        { class: "filters" },
        h("div", { class: "field" }, h("label", { for: "type" }, "Resource"), h("select", { id: "type", value: search.get("type") || "", onChange: this.choose("type") }, h("option", { value: "" }, "All"), TYPES.map((type) => h("option", { key: type, value: type }, words(type))))),
        h("div", { class: "field" }, h("label", { for: "action" }, "Change"), h("select", { id: "action", value: search.get("action") || "", onChange: this.choose("action") }, h("option", { value: "" }, "All"), Object.entries(ACTIONS).map(([action, { word }]) => h("option", { key: action, value: action }, word)))),
        h("button", { type: "button", class: "quiet", onClick: this.load }, "Read again"),
      ),
      entries.length === 0 ? h(Empty, null, "Nothing was changed.") : h("ul", { class: "log" }, entries.map((entry) => h(Entry, { key: entry.id, entry }))),
      h("nav", { class: "pager", "aria-label": "Pages" }, search.get("from") ? h(Link, { to: "/audit", class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/audit?" + older, class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}

function Entry({ entry }) {
  const action = ACTIONS[entry.action];
  const who = entry.actor.type === "KEY" ? `key ${entry.actor.name || entry.actor.id}` : entry.actor.type.toLowerCase();
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
        h("strong", null, words(entry.resource.type), " ", entry.resource.name || entry.resource.id),
        h("span", { class: "soft" }, "by ", who),
        h("time", { dateTime: entry.createdAt, class: "soft" }, exact(entry.createdAt)),
      ),
      h(
        "dl",
        { class: "changes" },
        entry.changes.map((change) => h("div", { key: change.path }, h("dt", null, h("code", null, change.path || "/")), h("dd", null, h("del", null, shown(change.from)), " → ", h("ins", null, shown(change.to))))),
      ),
      h("p", { class: "soft" }, "Resource ", h("code", null, entry.resource.id), entry.actor.requestId && [" · request ", h("code", null, entry.actor.requestId)]),
    ),
  );
}

const shown = (value) => (value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value));
