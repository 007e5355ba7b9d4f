// The list of monitors: search, filters, order and pages are the server's work, so any number will do.
import { Badge, Empty, Head, Link, Pager, Table, Time, h } from "./dom.js";
import { all, get, query } from "./api.js";
import { Bulk } from "./bulk.js";
import { TYPES, typeOf } from "./check-types.js";
import { History } from "./history.js";
import { numeral } from "./reader.js";
import { View } from "./view.js";
import { STATES, ago, counted, millis, percent } from "./words.js";

const LIMIT = 50;
const SETTLED = 150; // milliseconds without another key
const FOLLOWS = 1200; // milliseconds until the overview follows a change
const ORDERS = [
  ["STATE", "Most severe first"],
  ["NAME", "Name, A to Z"],
  ["NAME_DESC", "Name, Z to A"],
  ["SINCE", "Newest change first"],
  ["UPTIME", "Lowest uptime first"],
  ["UPTIME_DESC", "Highest uptime first"],
  ["P95_DESC", "Slowest first (p95)"],
  ["P95", "Fastest first (p95)"],
];
const RISING = ["NAME", "UPTIME", "P95"];
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
  state = { chosen: new Set(), errors: new Map(), failed: [], groups: [] };

  /** Types of all monitors that were on the page, by id: one that has left it can still be selected. */
  types = new Map();

  /** The list does not wait for the groups to filter by. */
  componentDidMount() {
    super.componentDidMount();
    all("/v1/check-groups").then((groups) => this.gone || this.setState({ groups }), () => {});
  }

  componentDidUpdate(before) {
    super.componentDidUpdate(before);
    if (before.address !== this.props.address) {
      this.setState({ chosen: new Set(), errors: new Map() });
    }
  }

  async read(signal) {
    const { search } = this.props;
    const overview = await get(
      "/v1/check-overview" +
        query({
          search: search.get("search"),
          state: search.getAll("state"),
          muted: search.get("muted"),
          groupId: search.get("groupId"),
          checkType: search.get("type"),
          tag: search.get("tag"),
          order: search.get("order"),
          include: "HISTORY",
          page: search.get("page"),
          limit: LIMIT,
        }),
      signal,
    );
    overview.entries.forEach((one) => this.types.set(one.checkId, one.checkType));
    return overview;
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

  choose = (ids) => this.setState({ chosen: new Set(ids), failed: [] });

  toggle = (id) => {
    const chosen = new Set(this.state.chosen);
    chosen.delete(id) || chosen.add(id);
    this.setState({ chosen });
  };

  /** Monitors that failed or were not reached stay selected. */
  ended = (errors, waiting) => {
    if (!this.gone) {
      const names = new Map(this.state.data.entries.map((one) => [one.checkId, one.name]));
      this.setState({ errors, failed: [...errors].map(([id, error]) => [id, names.get(id), error]), chosen: new Set([...errors.keys(), ...waiting]) });
      this.load();
      this.loadIn(FOLLOWS);
    }
  };

  /** A heading that sorts: first by `order`, then by `other` if there is one. */
  sorting(name, order, other) {
    const now = this.props.search.get("order") || "STATE";
    const next = now === order && other ? other : order;
    const here = now === order || now === other;
    const rising = RISING.includes(now);
    return {
      name,
      sorted: !here ? undefined : rising ? "ascending" : "descending",
      title: h(Link, { to: this.with({ order: next === "STATE" ? "" : next }), class: "sort" }, name, h("span", { "aria-hidden": "true" }, !here ? " ↕" : rising ? " ↑" : " ↓")),
    };
  }

  columns(writes, entries) {
    const { chosen } = this.state;
    const whole = entries.length > 0 && entries.every((one) => chosen.has(one.checkId));
    return [
      writes && { name: "Select", class: "pick", plain: true, title: h("input", { type: "checkbox", "aria-label": "Select all monitors on this page", checked: whole, onChange: () => this.choose(whole ? [] : entries.map((one) => one.checkId)) }) },
      { ...this.sorting("Name", "NAME", "NAME_DESC"), heads: true },
      { ...this.sorting("State", "STATE"), plain: true },
      { ...this.sorting("Since", "SINCE"), class: "wide" },
      { name: "Last 24 hours" },
      { ...this.sorting("Uptime", "UPTIME", "UPTIME_DESC"), class: "number" },
      { ...this.sorting("p95", "P95_DESC", "P95"), class: "number" },
      { name: "Last response", class: "wide number" },
    ].filter(Boolean);
  }

  type = (event) => {
    const { value } = event.target;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.props.replace(this.with({ search: value.trim() })), SETTLED);
  };

  content({ counts, total, entries }, { search, writes, replace }) {
    const states = search.getAll("state");
    const here = search.get("muted") ? "MUTED" : states.length === 1 ? states[0] : states.length ? "SEVERAL" : "";
    const page = Number(search.get("page") || 1);
    const { chosen, errors, failed, groups } = this.state;
    const filtered = ["search", "state", "muted", "groupId", "type", "tag"].some((name) => search.get(name));
    return [
      h(Head, { title: "Monitors" }, writes && h(Link, { to: "/monitors/new" + query({ type: search.get("type") }), class: "button" }, "New monitor")),
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
          h("label", { for: "type" }, "Type"),
          h(
            "select",
            { id: "type", value: search.get("type") || "", onChange: (event) => replace(this.with({ type: event.target.value })) },
            h("option", { value: "" }, "All types"),
            TYPES.map(({ type, word }) => h("option", { value: type, key: type }, word)),
          ),
        ),
        h(
          "div",
          { class: "field phone" },
          h("label", { for: "order" }, "Order"),
          h(
            "select",
            { id: "order", value: search.get("order") || "STATE", onChange: (event) => replace(this.with({ order: event.target.value === "STATE" ? "" : event.target.value })) },
            ORDERS.map(([order, word]) => h("option", { key: order, value: order }, word)),
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
            h(Link, { to: this.with({ state: state === "MUTED" ? "" : state, muted: state === "MUTED" ? "true" : "" }), "aria-current": here === state ? "true" : undefined }, word, h("span", { class: "count" }, numeral(counts[name]))),
          ),
        ),
      ),
      search.get("tag") && h("p", null, "Tag ", h("strong", null, search.get("tag")), " · ", h(Link, { to: this.with({ tag: "" }) }, "all tags")),
      h("p", { class: "hidden", role: "status" }, counted(total, "monitor")),
      chosen.size > 0 && h(Bulk, { chosen, types: this.types, all: entries.map((one) => one.checkId), choose: this.choose, ended: this.ended }),
      failed.length > 0 && h("section", { class: "failure", role: "alert" }, h("strong", null, counted(failed.length, "monitor"), " failed"), h("ul", null, failed.map(([id, name, error]) => h("li", { key: id }, h(Link, { to: "/monitors/" + id }, name), ": ", error)))),
      entries.length === 0
        ? h(Empty, null, counts.all === 0 ? "There are no monitors yet. " : filtered ? "Nothing matches. " : "This page is empty. ", counts.all === 0 ? writes && h(Link, { to: "/monitors/new" }, "Create the first one") : h(Link, { to: "/monitors" }, "Show all"))
        : h(Table, {
            caption: "Monitors",
            columns: this.columns(writes, entries),
            rows: entries.map((one) => ({ key: one.checkId, cells: [...(writes ? [h("input", { type: "checkbox", "aria-label": "Select " + one.name, checked: chosen.has(one.checkId), onChange: () => this.toggle(one.checkId) })] : []), ...cells(one, this.with, errors.get(one.checkId))] })),
          }),
      h(Pager, { of: "monitor", page, limit: LIMIT, total, to: (other) => this.with({ page: other > 1 ? String(other) : "" }) }),
    ];
  }
}

function cells(one, address, error) {
  const state = STATES[one.state];
  const type = typeOf(one.checkType);
  const none = h("span", { class: "soft" }, "–");
  const ends = one.certificateExpiresAt && (new Date(one.certificateExpiresAt) - Date.now()) / 86400000;
  return [
    [
      h(Link, { to: "/monitors/" + one.checkId }, one.name),
      h("p", { class: "soft url" }, type !== TYPES[0] && `${type.word} `, one.url),
      (one.groupName || one.tags.length > 0) && h("p", { class: "tags" }, one.groupName && h(Link, { to: address({ groupId: String(one.groupId) }) }, one.groupName), one.tags.map((tag) => h(Link, { key: tag, class: "tag", to: address({ tag }) }, tag))),
      ends !== null && ends < 14 && h("p", { class: "warn-text" }, ends < 0 ? "Its certificate has expired" : `Its certificate expires ${ago(one.certificateExpiresAt)}`),
      error && h("p", { class: "field-error" }, error),
    ],
    [h(Badge, { tone: state.tone }, state.word), one.muted && h("span", { class: "badge none" }, "muted")],
    one.since ? h(Time, { at: one.since }) : none,
    h(History, { of: one.history }),
    percent(one.history.availability),
    millis(one.history.responseTimeP95),
    one.lastRun ? [type.response(one.lastRun, one.state === "FAILING") ?? none, one.lastRun.statusCode && h("p", { class: "soft" }, "status ", one.lastRun.statusCode)] : none,
  ];
}
