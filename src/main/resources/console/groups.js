// Groups: what they lend their members, and the way to these.
import { Badge, Card, Empty, Failure, Head, Link, Pager, Table, h } from "./dom.js";
import { get, page, query, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { History } from "./history.js";
import { Form, Room, startAgain } from "./room.js";
import { learnLocations, where } from "./where.js";
import { millis, percent } from "./words.js";

const LIMIT = 50;

export class Groups extends Room {
  kinds = ["group", "check"];
  every = 60;

  async read(signal) {
    const [groups] = await Promise.all([page(`/v1/check-groups?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal), learnLocations(signal)]);
    const histories = groups.entries.length > 0 ? await get("/v1/check-overview/groups" + query({ groupId: groups.entries.map((group) => group.id) }), signal) : [];
    return { ...groups, histories: new Map(histories.map((one) => [one.groupId, one.history])) };
  }

  concerns(event) {
    return event.kind !== "check";
  }

  make = async (values, form) => {
    if (await this.save(() => send("POST", "/v2/check-groups", { name: values.get("name").trim() }), "The group is created.")) {
      startAgain(form);
      this.load();
    }
  };

  /** The service asks for the name, which may have changed since the list was read. */
  change = async (group, body, done) => {
    const changed = async () => {
      const { value, etag } = await version("/v1/check-groups/" + group.id);
      return send("PUT", "/v2/check-groups/" + group.id, { name: value.name, ...body }, etag);
    };
    if (await this.act(changed, done)) {
      this.load();
    }
  };

  remove = (group) => this.act(() => send("DELETE", `/v1/check-groups/${group.id}`), "The group is deleted.").then((made) => made && this.load());

  content({ entries, total, histories }, { writes, search }) {
    const { busy, refused } = this.state;
    return [
      h(Head, { title: "Groups", under: "A group holds monitors and gives them shared settings." }),
      refused && !writes && h(Failure, { of: refused }),
      writes && h(Card, { id: "new", title: "New group" }, h(Form, { inline: true, save: this.make, refused, busy, label: "Create group" }, (f) => f.text("name", "Name", { required: true, maxLength: 255 }))),
      entries.length === 0
        ? h(Empty, null, "There are no groups.")
        : h(Table, {
            caption: "Groups",
            columns: [{ name: "Name" }, { name: "State", plain: true }, { name: "Last 24 hours" }, { name: "Uptime", class: "number" }, { name: "p95", class: "number" }, { name: "Locations", class: "wider" }, { name: "Tags", class: "wider" }, ...(writes ? [{ name: "Actions", plain: true }] : [])],
            rows: entries.map((group) => ({
              key: group.id,
              cells: [
                h(Link, { to: "/groups/" + group.id }, group.name),
                [group.activated ? h(Badge, { tone: "good" }, "Running") : h(Badge, null, "Paused"), group.muted && h(Badge, null, "muted")],
                h(History, { of: histories.get(group.id) }),
                percent(histories.get(group.id).availability),
                millis(histories.get(group.id).responseTimeP95),
                [...(group.locations || []), ...(group.privateLocations || [])].map(where).join(", ") || "each member’s own",
                (group.tags || []).join(", ") || "–",
                writes &&
                  h(
                    "div",
                    { class: "actions" },
                    h("button", { type: "button", class: "quiet small", disabled: busy, onClick: () => this.change(group, { activated: !group.activated }, group.activated ? "The group is paused." : "The group runs again.") }, group.activated ? "Pause" : "Resume", h("span", { class: "hidden" }, " " + group.name)),
                    h("button", { type: "button", class: "quiet small", disabled: busy, onClick: () => this.change(group, { muted: !group.muted }, group.muted ? "The group alerts again." : "The group is muted.") }, group.muted ? "Unmute" : "Mute", h("span", { class: "hidden" }, " " + group.name)),
                    h(Ask, { what: "Delete", tone: "small danger", question: `Delete the group ${group.name}? It must have no members.`, yes: () => this.remove(group) }),
                  ),
              ],
            })),
          }),
      h(Pager, { of: "group", page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/groups?page=" + other }),
    ];
  }
}
