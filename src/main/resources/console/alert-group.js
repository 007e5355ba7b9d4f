// One group of alerts: its counts and members, what was done about it, and actions for all that is open.
import { Badge, Card, Empty, Facts, Head, Link, Table, Time, h } from "./dom.js";
import { Acts, Trail, who } from "./alert-handling.js";
import { Standing, Told, countsOf, groupName, termOf } from "./alert-groups.js";
import { get, send } from "./api.js";
import { View, notice } from "./view.js";
import { counted, exact, receiver } from "./words.js";

const PART = 50;
/** The service keeps a trail for each alert; those of the first members say what was done about the group. */
const TRAILS = 8;
/** An action about many alerts is written in several steps. */
const SAME = 10000;

const STATES = {
  FAILED: { word: "Failing", tone: "bad" },
  DEGRADED: { word: "Degraded", tone: "warn" },
  RECOVERED: { word: "Recovered", tone: "good" },
  REMOVED: { word: "Removed", tone: "none" },
};

const isOpen = ({ state }) => state === "FAILED" || state === "DEGRADED";

/** One trail of several: an action about several members is one entry, and names those it was about if not all. */
function joined(trails) {
  const found = [];
  for (const { name, trail } of trails) {
    for (const one of trail) {
      const key = JSON.stringify([one.action, one.actor, one.note, one.assignee, one.until]);
      const same = found.find((other) => other.key === key && !other.of.has(one.alertId) && Math.abs(new Date(other.created_at) - new Date(one.created_at)) < SAME);
      if (same) {
        same.of.set(one.alertId, name);
      } else {
        found.push({ ...one, key, of: new Map([[one.alertId, name]]) });
      }
    }
  }
  return found.map((one) => ({ ...one, about: one.of.size < trails.length ? [...one.of.values()].join(", ") : "" })).sort((one, other) => new Date(one.created_at) - new Date(other.created_at));
}

/** The last action of some kinds, if it is the first of them. */
function last(trail, kind, end) {
  const found = trail.filter(({ action }) => action === kind || action === end).at(-1);
  return found?.action === kind ? found : undefined;
}

/** What the trails of open members say is in force. */
function attention(trails) {
  const snoozed = trails.map(({ trail }) => last(trail, "SNOOZE", "UNSNOOZE")?.until).filter((until) => until && new Date(until) > new Date());
  const assignees = trails.map(({ trail }) => last(trail, "ASSIGN", "UNASSIGN")?.assignee).filter(Boolean);
  return { snoozed: snoozed.sort().at(-1), assignees: [...new Set(assignees)] };
}

export class AlertGroup extends View {
  kinds = ["alert", "delivery"];
  home = { up: "/alerts/groups", listed: "Groups of alerts" };
  state = { shown: PART };

  async read(signal) {
    const group = await get("/v1/alert-groups/" + this.props.id, signal);
    const followed = group.members.filter(({ state }) => state !== "REMOVED").slice(0, TRAILS);
    const [channel, trails] = await Promise.all([
      get("/v1/alert-channels/" + group.alertChannelId, signal).catch(() => null),
      Promise.all(followed.map(async (member) => ({ name: member.name, open: isOpen(member), trail: await get(`/v2/check-alerts/${member.checkAlertId}/actions`, signal).catch(() => []) }))),
    ]);
    return { group, channel, trails };
  }

  attend = async (body) => {
    const done = await this.act(() => send("POST", `/v1/alert-groups/${this.props.id}/actions`, body));
    if (done) {
      notice.show(done.alerts === 0 ? "Nothing was left to do." : `Done for ${counted(done.alerts, "alert")}.`);
    }
    this.load();
    return done;
  };

  content({ group, channel, trails }, { writes }) {
    const name = groupName(group);
    const shown = group.members.slice(0, this.state.shown);
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/alerts" }, "Alerts"), " / ", h(Link, { to: "/alerts/groups" }, "Groups of alerts")),
      h(Head, { title: name, under: [h(Standing, { group }), " ", countsOf(group)] }),
      h("div", { class: "columns" }, h(Card, { id: "group", title: "The group" }, h(About, { group, channel })), h(Attention, { group, trails, act: writes && this.attend, busy: this.state.busy, refused: this.state.refused })),
      h(
        Card,
        { id: "members", title: ["Members ", h("span", { class: "count" }, group.members.length.toLocaleString())] },
        group.members.length === 0 ? h(Empty, null, "The monitors of the group are deleted.") : h(Members, { members: shown }),
        shown.length < group.members.length && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ shown: this.state.shown + PART }) }, "Show more"),
      ),
    ];
  }
}

function About({ group, channel }) {
  return h(Facts, {
    of: [
      ...Object.entries(group.labels).map(([term, value]) => [termOf(term), value || "none"]),
      ["Channel", channel ? receiver(channel.type, channel.config) : "–"],
      ["Opened", exact(group.openedAt)],
      ["Messages", h(Told, { group })],
      group.closedAt && ["Closed", exact(group.closedAt)],
    ],
  });
}

function Attention({ group, trails, act, busy, refused }) {
  const open = group.members.filter(isOpen);
  const taken = open.filter((one) => one.acknowledgedBy);
  const actors = [...new Set(taken.map((one) => who(one.acknowledgedBy)))];
  const { snoozed, assignees } = attention(trails.filter((one) => one.open));
  return h(
    Card,
    { id: "handling", title: "Who attends to it" },
    h(Facts, {
      of: [
        ["Open", counted(open.length, "alert")],
        open.length > 0 && ["Acknowledged", taken.length === 0 ? "no" : `${taken.length === open.length ? "all" : `${taken.length} of ${open.length}`}, by ${actors.join(", ")}`],
        snoozed && ["Snoozed until", exact(snoozed)],
        assignees.length > 0 && ["Assigned to", assignees.join(", ")],
      ],
    }),
    act && open.length > 0 && [h("p", { class: "hint soft" }, open.length === 1 ? "Actions are about its open alert." : `Actions are about all ${open.length} open alerts.`), h(Acts, { open: taken.length < open.length, acknowledged: taken.length > 0, snoozed, assigned: assignees.length > 0, act, busy, refused })],
    h(Trail, { trail: joined(trails), it: "the group" }),
    group.members.length > TRAILS && h("p", { class: "hint soft" }, `As the trails of the first ${TRAILS} members have it. Each alert has its own.`),
  );
}

function Members({ members }) {
  return h(Table, {
    caption: "Members of the group",
    columns: [{ name: "Alert" }, { name: "State", plain: true }, { name: "Joined" }, { name: "Error" }, { name: "Acknowledged by" }, { name: "Monitor" }],
    rows: members.map((one) => ({
      key: one.checkId,
      cells: [
        one.state === "REMOVED" ? one.name : h(Link, { to: "/alerts/" + one.checkAlertId }, one.name),
        h(Badge, { tone: STATES[one.state]?.tone }, STATES[one.state]?.word ?? one.state),
        h(Time, { at: one.joinedAt }),
        one.error || "–",
        one.acknowledgedBy ? who(one.acknowledgedBy) : "–",
        one.state === "REMOVED" ? "–" : h(Link, { to: "/monitors/" + one.checkId }, "View", h("span", { class: "hidden" }, " the monitor " + one.name)),
      ],
    })),
  });
}
