// API keys: created here, shown once, revoked permanently.
import { Badge, Card, Empty, Failure, Head, Pager, Table, Time, h } from "./dom.js";
import { page, send } from "./api.js";
import { Ask } from "./ask.js";
import { Once } from "./locations.js";
import { Form, Room } from "./room.js";
import { exact } from "./words.js";

const LIMIT = 50;
const SCOPES = { READ: "Read", WRITE: "Read and write", ADMIN: "Read, write and manage keys" };
const LIVES = [["", "Never"], ["1", "In 1 day"], ["30", "In 30 days"], ["365", "In 1 year"]];

export class Keys extends Room {
  kinds = ["key"];

  async read(signal) {
    return page(`/v1/api-keys?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
  }

  make = async (values, form) => {
    const days = Number(values.get("days"));
    const body = { name: values.get("name").trim(), scope: values.get("scope"), expiresAt: days ? new Date(Date.now() + days * 86400000).toISOString() : null };
    const made = await this.save(() => send("POST", "/v1/api-keys", body), "The key is created.");
    if (made) {
      form.reset();
      this.setState({ made });
      this.load();
    }
  };

  revoke = (key) => this.act(() => send("DELETE", `/v1/api-keys/${key.id}`), `The key ${key.name} is revoked.`).then((done) => done && this.load());

  content({ entries, total }, { writes, who, search }) {
    const administers = who.scope === "ADMIN";
    const { busy, refused, made } = this.state;
    return [
      h(Head, { title: "Keys", under: "A key gives access to the API and this console as the account." }),
      refused && !administers && h(Failure, { of: refused }),
      made && h(Once, { title: `Key ${made.name} created`, name: "the key", text: made.token, done: () => this.setState({ made: null }) }),
      administers &&
        h(
          Card,
          { id: "new", title: "New key" },
          h(Form, { inline: true, save: this.make, refused, busy, label: "Create key" }, (f) => [
            f.text("name", "Name", { required: true, maxLength: 255 }),
            f.select("scope", "Permissions", Object.entries(SCOPES)),
            f.select("days", "Expires", LIVES),
          ]),
        ),
      entries.length === 0
        ? h(Empty, null, "There are no keys.")
        : h(Table, {
            caption: "Keys",
            columns: [{ name: "Name" }, { name: "Permissions" }, { name: "Status" }, { name: "Created", class: "wide" }, { name: "Expires", class: "wide" }, ...(writes ? [{ name: "Actions" }] : [])],
            rows: entries.map((key) => ({
              key: key.id,
              cells: [
                [key.name, " ", key.id === who.keyId && h("span", { class: "badge info" }, "signed in")],
                SCOPES[key.scope],
                standing(key),
                h(Time, { at: key.createdAt }),
                key.expiresAt ? exact(key.expiresAt) : "Never",
                (administers || (writes && key.id === who.keyId)) && !key.revokedAt && h(Ask, { what: "Revoke", tone: "small danger", question: key.id === who.keyId ? "Revoke the key you are signed in with? You will be signed out." : `Revoke the key ${key.name}? Programs that use it lose access within a second.`, yes: () => this.revoke(key) }),
              ],
            })),
          }),
      h(Pager, { of: "key", page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/keys?page=" + other }),
    ];
  }
}

function standing(key) {
  if (key.revokedAt) {
    return h(Badge, null, "Revoked");
  }
  return key.expiresAt && new Date(key.expiresAt) < new Date() ? h(Badge, null, "Expired") : h(Badge, { tone: "good" }, "Active");
}
