// Variables: values that channels' templates refer to. Secrets are written, never shown.
import { Badge, Empty, Head, Link, Pager, Table, h } from "./dom.js";
import { page, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { Form, Nothing, READ_ONLY, Room } from "./room.js";

const LIMIT = 50;
const KINDS = [["plain", "Plain: shown here and in the API"], ["locked", "Hidden: masked here, readable through the API"], ["secret", "Secret: stored sealed, never shown again"]];

const kind = (variable) => (variable?.secret ? "secret" : variable?.locked ? "locked" : "plain");

function Value({ of }) {
  if (of.secret || of.locked) {
    return h("span", { class: "soft" }, "••••••••");
  }
  return of.value === "" ? h("span", { class: "soft" }, "(empty)") : h("code", { class: "cut" }, of.value);
}

export class Variables extends Room {
  async read(signal) {
    return page(`/v1/variables?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
  }

  remove = (variable) => this.act(() => send("DELETE", "/v1/variables/" + encodeURIComponent(variable.key)), `${variable.key} is deleted.`).then((done) => done && this.load());

  content({ entries, total }, { writes, search }) {
    return [
      h(Head, { title: "Variables", under: "Named values for the templates of webhooks, such as {{DEPLOY_TOKEN}}. A group can have its own." }, writes && h(Link, { to: "/variables/new", class: "button" }, "Add a variable")),
      total === 0 &&
        h(Nothing, { title: "No variables yet" }, h("p", null, "Keep a token or an address in one place, and write its name in braces wherever a webhook needs it."), writes ? h("p", null, h(Link, { to: "/variables/new" }, "Add the first variable")) : h("p", { class: "soft" }, READ_ONLY)),
      total > 0 && entries.length === 0 && h(Empty, null, "This page is empty."),
      entries.length > 0 &&
        h(Table, {
          caption: "Variables",
          columns: [{ name: "Name" }, { name: "Value", class: "wide" }, { name: "Kind" }, ...(writes ? [{ name: "Change" }] : [])],
          rows: entries.map((variable) => ({
            key: variable.key,
            cells: [
              h("code", { class: "cut" }, variable.key),
              h(Value, { of: variable }),
              variable.secret ? h(Badge, { tone: "info" }, "Secret") : variable.locked ? h(Badge, null, "Hidden") : "Plain",
              h("div", { class: "actions" }, h(Link, { to: "/variables/" + encodeURIComponent(variable.key) + "/edit", class: "button quiet small" }, "Edit", h("span", { class: "hidden" }, " " + variable.key)), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the variable ${variable.key}? Templates that name it get an empty text.`, yes: () => this.remove(variable) })),
            ].slice(0, writes ? 4 : 3),
          })),
        }),
      h(Pager, { of: "variable", page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/variables?page=" + other }),
    ];
  }
}

export class Variable extends Room {
  /** The form changes the version that it began with. */
  heard() {}

  async read(signal) {
    return this.props.variable ? version("/v1/variables/" + this.props.variable, signal) : {};
  }

  submit = async (form) => {
    const { value, etag } = this.state.data;
    const flags = { locked: form.get("kind") === "locked", ...(form.get("kind") === "secret" && { secret: true }) };
    const body = { value: form.get("value"), ...flags };
    const saved = await this.save(
      () => (value ? send("PUT", "/v1/variables/" + this.props.variable, body, etag) : send("POST", "/v1/variables", { key: form.get("key").trim(), ...body })),
      value ? "The variable is saved." : "The variable is created.",
    );
    if (saved) {
      this.props.go("/variables");
    }
  };

  content({ value }, { writes }) {
    const { busy, refused, edition } = this.state;
    const title = value ? value.key : "New variable";
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/variables" }, "Variables")),
      h(Head, { title, under: writes ? undefined : READ_ONLY }),
      writes &&
        h(Form, { key: edition, save: this.submit, refused, busy, label: value ? "Save" : "Create variable", cancel: "/variables", renew: this.renew }, (f) => [
          !value && f.text("key", "Name", { required: true, maxLength: 255, pattern: "[A-Za-z_][A-Za-z0-9_\\-]*", "data-pattern": "Use letters, digits, _ and -, and begin with a letter or _.", spellcheck: false, hint: "Letters, digits, _ and -. Case matters." }),
          f.select("kind", "Kind", value?.secret ? KINDS.slice(2) : KINDS, { value: kind(value), onChange: (event) => this.setState({ kind: event.target.value }), hint: value?.secret ? "A secret stays a secret." : undefined }),
          f.area("value", value?.secret ? "New value" : "Value", { value: value?.value ?? "", "data-secret": (this.state.kind ?? kind(value)) === "plain" ? undefined : "", maxLength: 32768, spellcheck: false, required: Boolean(value?.secret), hint: value?.secret ? "The stored value cannot be shown; this one replaces it." : undefined }),
        ]),
    ];
  }
}
