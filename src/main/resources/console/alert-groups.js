// Groups of alerts: one message for many. What they are called, how many alerts they have, and their list.
import { Badge, Head, Link, Table, Time, h } from "./dom.js";
import { all, get, query } from "./api.js";
import { Nothing } from "./room.js";
import { View } from "./view.js";
import { counted, receiver } from "./words.js";

const LIMIT = 40;
const SHOWN = 10;
const TERMS = { CHECK_GROUP: "Group", TAGS: "Tags", HOST: "Host", ADDRESS: "Address", FAILURE: "Failure" };

/** The word for a term by which a channel groups; a tag is called by its name. */
export const termOf = (term) => TERMS[term] ?? term.replace(/^TAG:/, "Tag ");

/** What the alerts of a group have in common, as a name for it. */
export function groupName({ labels }) {
  const common = Object.entries(labels).map(([term, value]) => `${termOf(term)} ${value || "none"}`);
  return common.join(", ") || "All alerts";
}

/** How many members are in which state. */
export function countsOf({ failing, degraded, recovered, removed }) {
  return [failing > 0 && `${failing} failing`, degraded > 0 && `${degraded} degraded`, recovered > 0 && `${recovered} recovered`, removed > 0 && `${removed} removed`].filter(Boolean).join(", ") || "not counted yet";
}

export function Standing({ group }) {
  return h(Badge, { tone: !group.open ? "good" : group.failing > 0 ? "bad" : group.degraded > 0 ? "warn" : "none" }, group.open ? "Open" : "Closed");
}

/** How many messages there were about a group, and when the last was. */
export function Told({ group }) {
  return h("span", null, group.messages === 0 ? "none yet" : [counted(group.messages, "message"), ", the last ", h(Time, { at: group.lastMessageAt })]);
}

/** Names of the channels of groups, which are read only where there are groups. */
async function channelsOf(groups, signal) {
  const channels = groups.length > 0 ? await all("/v1/alert-channels", signal) : [];
  return new Map(channels.map((one) => [one.id, receiver(one.type, one.config)]));
}

/** Some open groups with their channels; `any` says whether there is a group at all. */
export async function readOpenGroups(signal) {
  const { entries, nextId } = await get("/v1/alert-groups" + query({ open: true, limit: SHOWN }), signal);
  const any = entries.length > 0 || (await get("/v1/alert-groups?limit=1", signal)).length > 0;
  return { entries, nextId, any, channels: await channelsOf(entries, signal) };
}

export function GroupTable({ caption, entries, channels }) {
  return h(Table, {
    caption,
    columns: [{ name: "Group" }, { name: "State", plain: true }, { name: "Alerts" }, { name: "Channel" }, { name: "Messages" }, { name: "Opened" }],
    rows: entries.map((group) => ({
      key: group.id,
      cells: [
        h(Link, { to: "/alerts/groups/" + group.id }, groupName(group)),
        h(Standing, { group }),
        countsOf(group),
        channels.get(group.alertChannelId) ?? "–",
        h(Told, { group }),
        h(Time, { at: group.openedAt }),
      ],
    })),
  });
}

export class AlertGroups extends View {
  kinds = ["alert", "delivery"];

  async read(signal) {
    const { search } = this.props;
    const found = await get("/v1/alert-groups" + query({ limit: LIMIT, nextId: search.get("from"), open: search.get("open") }), signal);
    return { ...found, channels: await channelsOf(found.entries, signal) };
  }

  content({ entries, nextId, channels }, { search }) {
    const open = search.get("open");
    const from = search.get("from");
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/alerts" }, "Alerts")),
      h(
        Head,
        { title: "Groups of alerts", under: open ? "Open groups, newest first." : "All groups, newest first." },
        open ? h(Link, { to: "/alerts/groups", class: "button quiet" }, "All groups") : h(Link, { to: "/alerts/groups?open=true", class: "button quiet" }, "Only open groups"),
      ),
      entries.length > 0
        ? h(GroupTable, { caption: "List of groups", entries, channels })
        : h(Nothing, { title: open ? "No open groups" : "No groups of alerts" }, h("p", null, "A channel that groups sends one message for many alerts, and updates it while the problem goes on. ", h(Link, { to: "/channels" }, "The form of a channel"), " has the setting.")),
      (from || nextId) &&
        h(
          "nav",
          { class: "pager", "aria-label": "Pages" },
          from ? h(Link, { to: "/alerts/groups" + query({ open }), class: "button quiet" }, "Newest") : h("span", null),
          nextId ? h(Link, { to: "/alerts/groups" + query({ from: nextId, open }), class: "button quiet", rel: "next" }, "Older") : h("span", null),
        ),
    ];
  }
}
