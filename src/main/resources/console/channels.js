// Alert channels: their receivers, the state of their deliveries, and test messages.
import { Badge, Card, Empty, Facts, Failure, Field, Head, Time, h } from "./dom.js";
import { page, send } from "./api.js";
import { Ask } from "./ask.js";
import { Pager } from "./dom.js";
import { View } from "./view.js";
import { CHANNELS, HEALTH, receiver } from "./words.js";

const LIMIT = 50;
const KINDS = {
  EMAIL: [["address", "Address", { type: "email", required: true }]],
  WEBHOOK: [["name", "Name", { required: true, maxLength: 255 }], ["url", "Address", { type: "url", required: true }]],
  SLACK: [["url", "Address of the incoming webhook", { type: "url", required: true }], ["channel", "Channel", { maxLength: 255 }]],
  SMS: [["name", "Name", { required: true, maxLength: 255 }], ["number", "Number", { type: "tel", required: true, placeholder: "+15550100" }]],
};

export class Channels extends View {
  kinds = ["channel", "delivery"];
  state = { kind: "EMAIL" };

  async read(signal) {
    return page(`/v1/alert-channels?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
  }

  make = async (event) => {
    event.preventDefault();
    const form = event.target;
    const values = new FormData(form);
    const config = Object.fromEntries(KINDS[this.state.kind].map(([name]) => [name, values.get(name).trim()]).filter(([, value]) => value));
    if (this.state.kind === "WEBHOOK") {
      config.method = "POST";
    }
    if (await this.act(() => send("POST", "/v1/alert-channels", { type: this.state.kind, config, autoSubscribe: values.has("autoSubscribe") }), "The channel is created. Send it a test.")) {
      form.reset();
      this.load();
    }
  };

  test = (channel) => this.act(() => send("POST", `/v1/alert-channels/${channel.id}/test`), "A test is on its way; its outcome appears here.");

  remove = (channel) => this.act(() => send("DELETE", `/v1/alert-channels/${channel.id}`), "The channel is deleted.").then((made) => made && this.load());

  content({ entries, total }, { writes, search }) {
    const { busy, refused, kind } = this.state;
    return [
      h(Head, { title: "Channels", under: "Receivers of alerts." }),
      refused && h(Failure, { of: refused }),
      entries.length === 0 && h(Empty, null, "There are no channels, so alerts are not sent."),
      h(
        "ul",
        { class: "cards" },
        entries.map((channel) => {
          const health = HEALTH[channel.health.status];
          return h(
            "li",
            { key: channel.id, class: "card" },
            h("div", { class: "card-head" }, h("h2", null, receiver(channel.type, channel.config)), h(Badge, { tone: health.tone }, health.word)),
            h("p", { class: "soft" }, CHANNELS[channel.type] || channel.type, channel.subscriptions.length > 0 && ` · ${channel.subscriptions.length < 100 ? channel.subscriptions.length : "100 or more"} subscriptions`, channel.autoSubscribe && " · new monitors too"),
            h(Facts, {
              of: [
                ["Last delivered", h(Time, { at: channel.health.lastDeliveredAt })],
                channel.health.lastError && ["Last error", channel.health.lastError],
                channel.health.waiting > 0 && ["Waiting", channel.health.waiting],
                channel.health.dead > 0 && ["Given up", channel.health.dead],
              ],
            }),
            writes && h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.test(channel) }, "Send a test", h("span", { class: "hidden" }, " to " + receiver(channel.type, channel.config))), h(Ask, { what: "Delete", question: `Delete the channel ${receiver(channel.type, channel.config)}?`, yes: () => this.remove(channel) })),
          );
        }),
      ),
      h(Pager, { page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/channels?page=" + other }),
      writes &&
        h(
          Card,
          { id: "new", title: "New channel" },
          h(
            "form",
            { class: "form", onSubmit: this.make },
            h(Field, { label: "Kind", id: "kind" }, h("select", { id: "kind", value: kind, onChange: (event) => this.setState({ kind: event.target.value }) }, Object.keys(KINDS).map((name) => h("option", { key: name, value: name }, CHANNELS[name])))),
            KINDS[kind].map(([name, label, props]) => h(Field, { key: kind + name, label, id: "new-" + name, error: refused?.fields.find((field) => field.path === "/config/" + name)?.message }, h("input", { id: "new-" + name, name, autocomplete: "off", ...props }))),
            h("label", { class: "box" }, h("input", { type: "checkbox", name: "autoSubscribe", defaultChecked: true }), "Also for new monitors"),
            h("p", { class: "hint soft" }, "Other kinds, templates and secrets: see ", h("a", { href: "/docs/" }, "the API"), "."),
            h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy }, "Create channel")),
          ),
        ),
    ];
  }
}
