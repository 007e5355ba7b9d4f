// Keys of a private status page, each for some readers.
import { Card, Copyable, Empty, Table, Time, h } from "./dom.js";
import { send } from "./api.js";
import { Ask } from "./ask.js";
import { Once } from "./locations.js";
import { Form, Room } from "./room.js";

export class Readers extends Room {
  async read() {
    return {};
  }

  make = async (values, form) => {
    const made = await this.save(() => send("POST", `/v1/status-pages/${this.props.page.id}/keys`, { name: values.get("name").trim() }), "The key is created.");
    if (made) {
      form.reset();
      this.setState({ made });
      this.props.reload();
    }
  };

  remove = (key) => this.act(() => send("DELETE", `/v1/status-pages/${this.props.page.id}/keys/${key.id}`), "The key is deleted.").then((done) => done && this.props.reload());

  content(data, { page, writes }) {
    const { busy, refused, made } = this.state;
    return h(
      Card,
      { id: "readers", title: "Keys of readers" },
      h("p", { class: "soft" }, page.isPrivate ? "The page asks for a key. Give each group of readers its own, so that you can withdraw it." : "The page is public; its keys are not needed."),
      made && h(Once, { title: `Key for ${made.name}`, name: "the key", text: made.rawKey, done: () => this.setState({ made: null }) }, h("p", null, "Or send readers this address, which opens the page at once:"), h(Copyable, { label: "the address with the key", text: `${location.origin}/status/${page.url}?key=${made.rawKey}` })),
      page.keys.length === 0
        ? h(Empty, null, page.isPrivate ? "There are no keys, so the page has no readers. Create the first key." : "There are no keys.")
        : h(Table, {
            caption: "List of keys",
            columns: [{ name: "Readers" }, { name: "Key" }, { name: "Created", class: "wide" }, ...(writes ? [{ name: "Change" }] : [])],
            rows: page.keys.map((key) => ({ key: key.id, cells: [key.name, h("code", null, key.maskedKey), h(Time, { at: key.created_at }), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the key of ${key.name}? It no longer opens the page.`, yes: () => this.remove(key) })].slice(0, writes ? 4 : 3) })),
          }),
      writes && h(Form, { bare: true, prefix: "reader-", save: this.make, refused, busy, label: "Create key" }, (f) => f.text("name", "Readers", { required: true, maxLength: 255, placeholder: "Customers of the shop" })),
    );
  }
}
