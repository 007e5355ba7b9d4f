// Subscribers of a status page.
import { Badge, Card, Empty, Failure, Pager, Table, Time, h } from "./dom.js";
import { get, page as pageOf, send } from "./api.js";
import { Ask } from "./ask.js";
import { numeral } from "./reader.js";
import { Form, Room, startAgain } from "./room.js";
import { counted } from "./words.js";

const LIMIT = 50;
const TYPES = [["EMAIL", "E-mail"], ["WEBHOOK", "Webhook"]];
const NAMES = { ...Object.fromEntries(TYPES), SMS: "Text message", SLACK: "Slack" };

export class Subscribers extends Room {
  kinds = ["page"];
  every = 60;
  state = {};

  get path() {
    return `/v1/status-pages/${this.props.page.id}/subscriptions`;
  }

  componentDidUpdate(before) {
    super.componentDidUpdate(before);
    if (before.search.get("subscribers") !== this.props.search.get("subscribers")) {
      this.load();
    }
  }

  async read(signal) {
    const [found, types] = await Promise.all([pageOf(`${this.path}?limit=${LIMIT}&page=${this.props.search.get("subscribers") || 1}`, signal), get("/v1/alert-channel-types", signal)]);
    return { ...found, mail: types.find((one) => one.type === "EMAIL") };
  }

  /** Without a mail server only a webhook can be told anything. */
  get type() {
    return this.state.data.mail.canSend ? this.state.type || "EMAIL" : "WEBHOOK";
  }

  add = async (values, form) => {
    const body = { type: this.type, config: values.get("config").trim(), autoVerify: values.has("autoVerify") };
    const made = await this.save(() => send("POST", this.path, body), (one) => (one.status === "VERIFIED" ? "The address is subscribed." : "A confirmation message is on its way."));
    if (made) {
      startAgain(form);
      this.load();
    }
  };

  remove = (one) => this.act(() => send("DELETE", `${this.path}/${one.id}`), `${one.address} is removed.`).then((done) => done && this.load());

  content({ entries, total, mail }, { page, writes, search }) {
    const { busy, refused } = this.state;
    const { type } = this;
    return h(
      Card,
      { id: "subscribers", title: ["Subscribers ", h("span", { class: "count" }, numeral(total))] },
      total === 0
        ? h(Empty, null, "No subscribers yet. Readers subscribe on the page; you can also add addresses here.")
        : h(Table, {
            caption: counted(total, "subscriber"),
            columns: [{ name: "Address" }, { name: "Kind", class: "wide" }, { name: "State" }, { name: "Since", class: "wide" }, ...(writes ? [{ name: "Change" }] : [])],
            rows: entries.map((one) => ({
              key: one.id,
              cells: [h("span", { class: "cut" }, one.address), NAMES[one.type], one.status === "VERIFIED" ? h(Badge, { tone: "good" }, "Confirmed") : h(Badge, { tone: "warn" }, "Not confirmed yet"), h(Time, { at: one.created_at }), h(Ask, { what: "Remove", tone: "small danger", question: `Remove ${one.address}? No more messages are sent to it.`, yes: () => this.remove(one) })].slice(0, writes ? 5 : 4),
            })),
          }),
      h(Pager, { of: "subscriber", page: Number(search.get("subscribers") || 1), limit: LIMIT, total, to: (other) => `/pages/${page.id}?subscribers=${other}` }),
      refused && !writes && h(Failure, { of: refused }),
      writes &&
        h(Form, { bare: true, prefix: "subscriber-", save: this.add, refused, busy, label: "Add subscriber" }, (f) => [
          h("div", { class: "side" }, f.select("type", "Kind", mail.canSend ? TYPES : TYPES.slice(1), { value: type, onChange: (event) => this.setState({ type: event.target.value }) }), f.text("config", type === "EMAIL" ? "E-mail address" : "Web address", { key: type, type: type === "EMAIL" ? "email" : "url", required: true, maxLength: 2048 })),
          !mail.canSend && h("p", { class: "hint soft" }, `E-mail is not available: ${mail.reason}.`, entries.some((one) => one.type === "EMAIL") && " Subscribers by e-mail receive nothing."),
          type === "EMAIL" && f.box("autoVerify", "The owner has agreed: no confirmation message", false),
        ]),
    );
  }
}
