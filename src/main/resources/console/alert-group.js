// One group of alerts: its counts and members, what was done about it, and actions for all that is open.
import { Badge, Card, Empty, Facts, Head, Link, Table, Time, h } from "./dom.js";
import { Acts, Trail, assignedTo, who } from "./alert-handling.js";
import { Standing, Told, countsOf, groupName, termOf } from "./alert-groups.js";
import { get, query, send } from "./api.js";
import { numeral } from "./reader.js";
import { View, notice } from "./view.js";
import { MESSAGES, counted, exact, receiver } from "./words.js";

const PART = 50;
const EVENTS = 100;
const STAGES = { FIRST: "First message", UPDATE: "Update", END: "Last message" };

const STATES = {
  FAILED: { word: "Failing", tone: "bad" },
  DEGRADED: { word: "Degraded", tone: "warn" },
  RECOVERED: { word: "Recovered", tone: "good" },
  REMOVED: { word: "Removed", tone: "none" },
};

const isOpen = ({ state }) => state === "FAILED" || state === "DEGRADED";

/** Entries of the trail, oldest first; an action names the alerts it was about if not all. */
function trailOf(events, members) {
  return [...events].reverse().map(({ id, created_at, action, message }) =>
    action
      ? { id, created_at, ...action, about: action.alerts < members ? namesOf(action) : "" }
      : { id, created_at, said: STAGES[message.stage] ?? "Message about an action", about: (MESSAGES[message.status]?.word ?? message.status).toLowerCase() },
  );
}

function namesOf({ alerts, monitors }) {
  return monitors.join(", ") + (alerts > monitors.length ? ` and ${alerts - monitors.length} more` : "");
}

/** What is in force for open members. */
function attention(open) {
  const snoozed = open.map(({ snoozedUntil }) => snoozedUntil).filter(Boolean);
  return { snoozed: snoozed.sort().at(-1), assignees: [...new Set(open.map(assignedTo).filter(Boolean))] };
}

export class AlertGroup extends View {
  kinds = ["alert", "delivery"];
  home = { up: "/alerts/groups", listed: "Groups of alerts" };
  state = { shown: PART };

  async read(signal) {
    const path = "/v1/alert-groups/" + this.props.id;
    const [group, events] = await Promise.all([get(path, signal), get(path + "/events" + query({ limit: EVENTS }), signal)]);
    const channel = await get("/v1/alert-channels/" + group.alertChannelId, signal).catch(() => null);
    return { group, channel, events };
  }

  attend = async (body) => {
    const done = await this.act(() => send("POST", `/v1/alert-groups/${this.props.id}/actions`, body));
    if (done) {
      notice.show(done.alerts === 0 ? "Nothing was left to do." : `Done for ${counted(done.alerts, "alert")}.`);
    }
    this.load();
    return done;
  };

  content({ group, channel, events }, { writes }) {
    const name = groupName(group);
    const shown = group.members.slice(0, this.state.shown);
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/alerts" }, "Alerts"), " / ", h(Link, { to: "/alerts/groups" }, "Groups of alerts")),
      h(Head, { title: name, under: [h(Standing, { group }), " ", countsOf(group)] }),
      h("div", { class: "columns" }, h(Card, { id: "group", title: "The group" }, h(About, { group, channel })), h(Attention, { group, events, act: writes && this.attend, busy: this.state.busy, refused: this.state.refused })),
      h(
        Card,
        { id: "members", title: ["Members ", h("span", { class: "count" }, numeral(group.members.length))] },
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

function Attention({ group, events, act, busy, refused }) {
  const open = group.members.filter(isOpen);
  const taken = open.filter((one) => one.acknowledgedBy);
  const actors = [...new Set(taken.map((one) => who(one.acknowledgedBy, one.acknowledgedByName)))];
  const { snoozed, assignees } = attention(open);
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
    h(Trail, { trail: trailOf(events.entries, group.members.length), it: "the group" }),
    events.nextId && h("p", { class: "hint soft" }, `The newest ${EVENTS} entries. Each alert has its own, too.`),
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
        one.acknowledgedBy ? who(one.acknowledgedBy, one.acknowledgedByName) : "–",
        one.state === "REMOVED" ? "–" : h(Link, { to: "/monitors/" + one.checkId }, "View", h("span", { class: "hidden" }, " the monitor " + one.name)),
      ],
    })),
  });
}
