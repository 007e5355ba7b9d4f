// Alert channels: their receivers, the state of their deliveries, and test messages.
import { Badge, Empty, Facts, Failure, Head, Link, Name, Pager, Time, h } from "./dom.js";
import { page, send } from "./api.js";
import { Ask } from "./ask.js";
import { View } from "./view.js";
import { CHANNELS, HEALTH, MESSAGES, receiver } from "./words.js";

const LIMIT = 50;
const EVENTS = [["sendFailure", "failures"], ["sendRecovery", "recoveries"], ["sendDegraded", "degraded"], ["sslExpiry", "certificates"]];

export class Channels extends View {
  kinds = ["channel", "delivery"];
  state = { tests: {} };

  async read(signal) {
    const list = await page(`/v1/alert-channels?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
    const waiting = Object.values(this.state.tests);
    if (waiting.length > 0) {
      list.messages = (await page("/v1/alert-notifications?limit=100&page=1", signal)).entries;
    }
    return list;
  }

  test = async (channel) => {
    const queued = await this.act(() => send("POST", `/v1/alert-channels/${channel.id}/test`), "A test is on its way; its outcome appears here.");
    if (queued) {
      this.setState((now) => ({ tests: { ...now.tests, [channel.id]: queued.id } }), this.load);
    }
  };

  remove = (channel) => this.act(() => send("DELETE", `/v1/alert-channels/${channel.id}`), "The channel is deleted.").then((made) => made && this.load());

  outcome(channel, messages) {
    const id = this.state.tests[channel.id];
    const message = id && messages?.find((one) => one.id === id);
    const state = MESSAGES[message?.status] ?? MESSAGES.IN_PROGRESS;
    return id && h("span", { role: "status" }, h(Badge, { tone: state.tone }, state.word));
  }

  content({ entries, total, messages }, { writes, search }) {
    const { busy, refused } = this.state;
    return [
      h(Head, { title: "Channels", under: "Receivers of alerts." }, writes && h(Link, { to: "/channels/new", class: "button" }, "Add a channel")),
      refused && h(Failure, { of: refused }),
      entries.length === 0 && h(Empty, null, "There are no channels, so alerts are not sent."),
      h(
        "ul",
        { class: "cards" },
        entries.map((channel) => {
          const health = HEALTH[channel.health.status];
          const name = receiver(channel.type, channel.config);
          const sends = EVENTS.filter(([member]) => channel[member]).map(([, word]) => word);
          return h(
            "li",
            { key: channel.id, class: "card" },
            h("div", { class: "card-head" }, h("h2", null, h(Name, null, name)), h(Badge, { tone: health.tone }, health.word)),
            h("p", { class: "soft" }, channel.config.teamId ? "Team" : CHANNELS[channel.type] || channel.type, " · ", subscribed(channel)),
            h(Facts, {
              of: [
                ["Sends", sends.join(", ") || "nothing"],
                channel.onCall && ["On call", h(Link, { to: "/on-call/" + channel.onCall.scheduleId }, channel.onCall.person ?? "the member")],
                ["Last delivered", h(Time, { at: channel.health.lastDeliveredAt })],
                channel.health.lastError && ["Last error", channel.health.lastError],
                channel.health.waiting > 0 && ["Waiting", channel.health.waiting],
                channel.health.dead > 0 && ["Given up", channel.health.dead],
                this.state.tests[channel.id] && ["Test", this.outcome(channel, messages)],
              ],
            }),
            writes &&
              h(
                "div",
                { class: "actions" },
                h("button", { type: "button", class: "quiet", disabled: busy || channel.health.status === "NOT_CONFIGURED", onClick: () => this.test(channel) }, "Send a test", h("span", { class: "hidden" }, " to " + name)),
                CHANNELS[channel.type] && h(Link, { to: `/channels/${channel.id}/edit`, class: "button quiet" }, "Edit", h("span", { class: "hidden" }, " " + name)),
                h(Ask, { what: "Delete", question: `Delete the channel ${name}?`, yes: () => this.remove(channel) }),
              ),
          );
        }),
      ),
      h(Pager, { of: "channel", page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/channels?page=" + other }),
    ];
  }
}

function subscribed(channel) {
  const active = channel.subscriptions.filter((one) => one.activated);
  const words = [];
  for (const [member, one, many] of [["checkId", "monitor", "monitors"], ["groupId", "group", "groups"]]) {
    const count = active.filter((each) => each[member]).length;
    if (count > 0) {
      words.push(count >= 100 ? `100 or more ${many}` : `${count} ${count === 1 ? one : many}`);
    }
  }
  return (words.join(", ") || "no monitors") + (channel.autoSubscribe ? ", and new ones" : "");
}
