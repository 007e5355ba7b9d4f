// The list of monitors: search, filters, order and pages are the server's work, so any number will do.
import { Badge, Empty, Head, Link, Pager, Table, Time, h } from "./dom.js";
import { get, query } from "./api.js";
import { View } from "./view.js";
import { STATES, ago, millis } from "./words.js";

const LIMIT = 50;
const FILTERS = [
  ["", "All", "all"],
  ["FAILING", "Failing", "failing"],
  ["DEGRADED", "Degraded", "degraded"],
  ["PASSING", "Passing", "passing"],
  ["NO_DATA", "No data yet", "noData"],
  ["PAUSED", "Paused", "paused"],
  ["MUTED", "Muted", "muted"],
];

export class Monitors extends View {
  kinds = ["check", "group"];
  every = 60;

  async read(signal) {
    const { search } = this.props;
    const overview = get(
      "/v1/check-overview" +
        query({
          search: search.get("search"),
          state: search.getAll("state"),
          muted: search.get("muted"),
          groupId: search.get("groupId"),
          tag: search.get("tag"),
          order: search.get("order"),
          page: search.get("page"),
          limit: LIMIT,
        }),
      signal,
    );
    this.groups = this.groups || get("/v1/check-groups?limit=100", signal).catch(() => []);
    return { ...(await overview), groups: await this.groups };
  }

  /** The address of the list with something else asked for; the page starts anew. */
  with = (changes) => {
    const next = new URLSearchParams(this.props.search);
    for (const [name, value] of Object.entries({ page: "", ...changes })) {
      next.delete(name);
      if (value) {
        next.set(name, value);
      }
    }
    const text = next.toString();
    return "/monitors" + (text ? "?" + text : "");
  };

  type = (event) => {
    const { value } = event.target;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.props.replace(this.with({ search: value.trim() })), 250);
  };

  content({ counts, total, entries, groups }, { search, writes, replace }) {
    const states = search.getAll("state");
    const here = search.get("muted") ? "MUTED" : states.length === 1 ? states[0] : states.length ? "SEVERAL" : "";
    const page = Number(search.get("page") || 1);
    const filtered = ["search", "state", "muted", "groupId", "tag"].some((name) => search.get(name));
    return [
      h(Head, { title: "Monitors" }, writes && h(Link, { to: "/monitors/new", class: "button" }, "New monitor")),
      h(
        "form",
        { class: "filters", role: "search", onSubmit: (event) => event.preventDefault() },
        h("div", { class: "field grow" }, h("label", { for: "search" }, "Search"), h("input", { id: "search", type: "search", defaultValue: search.get("search") || "", placeholder: "Name, address or tag", onInput: this.type, maxLength: 255 })),
        h(
          "div",
          { class: "field" },
          h("label", { for: "group" }, "Group"),
          h(
            "select",
            { id: "group", value: search.get("groupId") || "", onChange: (event) => replace(this.with({ groupId: event.target.value })) },
            h("option", { value: "" }, "All groups"),
            groups.map((group) => h("option", { value: String(group.id), key: group.id }, group.name)),
          ),
        ),
        h(
          "div",
          { class: "field" },
          h("label", { for: "order" }, "Order"),
          h(
            "select",
            { id: "order", value: search.get("order") || "STATE", onChange: (event) => replace(this.with({ order: event.target.value === "STATE" ? "" : event.target.value })) },
            h("option", { value: "STATE" }, "Most severe first"),
            h("option", { value: "NAME" }, "Name"),
            h("option", { value: "SINCE" }, "Newest change first"),
          ),
        ),
      ),
      h(
        "ul",
        { class: "tabs", "aria-label": "State" },
        FILTERS.map(([state, word, name]) =>
          h(
            "li",
            { key: name },
            h(Link, { to: this.with({ state: state === "MUTED" ? "" : state, muted: state === "MUTED" ? "true" : "" }), "aria-current": here === state ? "true" : undefined }, word, h("span", { class: "count" }, counts[name].toLocaleString())),
          ),
        ),
      ),
      search.get("tag") && h("p", null, "Tag ", h("strong", null, search.get("tag")), " · ", h(Link, { to: this.with({ tag: "" }) }, "all tags")),
      h("p", { class: "hidden", role: "status" }, `${total.toLocaleString()} monitors`),
      entries.length === 0
        ? h(Empty, null, counts.all === 0 ? "There are no monitors yet. " : filtered ? "Nothing matches. " : "This page is empty. ", counts.all === 0 ? writes && h(Link, { to: "/monitors/new" }, "Create the first one") : h(Link, { to: "/monitors" }, "Show all"))
        : h(Table, {
            caption: "Monitors",
            columns: [
              { name: "Name" },
              { name: "State" },
              { name: "Since", class: "wide" },
              { name: "Last response", class: "wide number" },
              { name: "Group", class: "wider" },
              { name: "Tags", class: "wider" },
            ],
            rows: entries.map((one) => ({ key: one.checkId, cells: cells(one, this.with) })),
          }),
      h(Pager, { page, limit: LIMIT, total, to: (other) => this.with({ page: other > 1 ? String(other) : "" }) }),
    ];
  }
}

function cells(one, address) {
  const state = STATES[one.state];
  const ends = one.certificateExpiresAt && (new Date(one.certificateExpiresAt) - Date.now()) / 86400000;
  return [
    [
      h(Link, { to: "/monitors/" + one.checkId }, one.name),
      h("p", { class: "soft url" }, one.url),
      ends !== null && ends < 14 && h("p", { class: "warn-text" }, ends < 0 ? "Its certificate has expired" : `Its certificate expires ${ago(one.certificateExpiresAt)}`),
    ],
    [h(Badge, { tone: state.tone }, state.word), one.muted && h("span", { class: "badge none" }, "muted")],
    one.since ? h(Time, { at: one.since }) : h("span", { class: "soft" }, "–"),
    one.lastRun ? [millis(one.lastRun.responseTime), h("p", { class: "soft" }, one.lastRun.statusCode ?? "no response")] : h("span", { class: "soft" }, "–"),
    one.groupName ? h(Link, { to: address({ groupId: String(one.groupId) }) }, one.groupName) : h("span", { class: "soft" }, "–"),
    h("span", { class: "tags" }, one.tags.slice(0, 4).map((tag) => h(Link, { key: tag, class: "tag", to: address({ tag }) }, tag))),
  ];
}
