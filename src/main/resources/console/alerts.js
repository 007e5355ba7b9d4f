// Alerts, the time of each step of their delivery, and the state of each message.
import { Badge, Card, Empty, Facts, Head, Link, Table, Time, h } from "./dom.js";
import { GroupTable, readOpenGroups } from "./alert-groups.js";
import { Handling } from "./alert-handling.js";
import { get, query, send } from "./api.js";
import { typeOf } from "./check-types.js";
import { View } from "./view.js";
import { ALERTS, CHANNELS, FOUND, MESSAGES, clock, exact, lasting, millis, receiver } from "./words.js";
import { learnLocations, where } from "./where.js";

const LIMIT = 40;

export class Alerts extends View {
  kinds = ["alert", "delivery"];

  async read(signal) {
    const { search } = this.props;
    const check = search.get("checkId");
    const from = search.get("from");
    const [alerts, groups] = await Promise.all([get("/v2/check-alerts" + query({ limit: LIMIT, nextId: from, checkId: check }), signal), check || from ? null : readOpenGroups(signal)]);
    return { ...alerts, groups };
  }

  content({ entries, nextId, groups }, { search }) {
    const check = search.get("checkId");
    return [
      h(
        Head,
        { title: "Alerts", under: check ? h(Link, { to: "/alerts" }, "Alerts of all monitors") : "Alerts of all monitors, newest first. Alerts of muted monitors are listed, but not sent." },
        groups?.any && h(Link, { to: "/alerts/groups", class: "button quiet" }, "Groups of alerts"),
      ),
      groups?.entries.length > 0 && h(Card, { id: "open-groups", title: "Open groups" }, h(GroupTable, { caption: "Groups that are open", ...groups }), groups.nextId && h("p", { class: "soft" }, "The newest are shown. ", h(Link, { to: "/alerts/groups?open=true" }, "All open groups"))),
      entries.length === 0
        ? h(Empty, null, "No alerts.")
        : h(Table, {
            caption: "Alerts",
            columns: [{ name: "Monitor" }, { name: "Alert", plain: true }, { name: "When" }, { name: "Error" }, { name: "Delivered after", class: "wide number" }],
            rows: entries.map((one) => ({
              key: one.id,
              cells: [
                h(Link, { to: "/alerts/" + one.id }, one.name),
                [h(Badge, { tone: ALERTS[one.alertType]?.tone }, ALERTS[one.alertType]?.word || one.alertType), one.handling.open && one.handling.acknowledgedAt && [" ", h(Badge, null, "Acknowledged")]],
                h(Time, { at: one.created_at }),
                one.error || "–",
                told(one),
              ],
            })),
          }),
      h("nav", { class: "pager", "aria-label": "Pages" }, search.get("from") ? h(Link, { to: "/alerts" + query({ checkId: check }), class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/alerts" + query({ from: nextId, checkId: check }), class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}

function told({ trace, heldBy }) {
  if (heldBy) {
    return h(Badge, null, "held");
  }
  if (!trace.queuedAt) {
    return h("span", { class: "soft" }, "no message of its own");
  }
  return trace.acknowledgedAt ? span(trace.scheduledAt || trace.decidedAt, trace.acknowledgedAt) : h(Badge, { tone: "warn" }, "not yet");
}

function span(from, to) {
  const length = (new Date(to) - new Date(from)) / 1000;
  return length < 10 ? length.toFixed(2) + " s" : lasting(length);
}

const STEPS = [
  ["scheduledAt", "The run was due"],
  ["startedAt", "Its last attempt began"],
  ["failedAt", "The attempt ended"],
  ["decidedAt", "The alert was raised"],
  ["queuedAt", "The first message was queued"],
  ["firstSentAt", "A message was sent"],
  ["acknowledgedAt", "Every receiver had acknowledged"],
];

export class Alert extends View {
  kinds = ["alert", "delivery"];

  async read(signal) {
    const path = `/v2/check-alerts/${this.props.id}`;
    const [alert, messages, trail] = await Promise.all([get(path, signal), get(path + "/notifications", signal), get(path + "/actions", signal), learnLocations(signal)]);
    return { alert, messages, trail };
  }

  attend = async (body) => {
    const done = await this.act(() => send("POST", `/v2/check-alerts/${this.props.id}/actions`, body), "Done.");
    this.load();
    return done;
  };

  again = async (message) => {
    if (await this.act(() => send("POST", `/v1/alert-notifications/${message.id}/resend`), "The message is being resent.")) {
      this.load();
    }
  };

  content({ alert, messages, trail }, { writes }) {
    const kind = ALERTS[alert.alertType] || { word: alert.alertType };
    const groups = new Map(messages.filter((one) => one.alertGroupId).map((one) => [one.alertGroupId, receiver(one.type, one.alertConfig)]));
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/alerts" }, "Alerts")),
      h(Head, { title: `${kind.word}: ${alert.name}`, under: [exact(alert.created_at), alert.error ? " · " + alert.error : ""] }, [...groups].map(([id, name]) => h(Link, { key: id, to: "/alerts/groups/" + id, class: "button quiet" }, groups.size > 1 ? "View group of " + name : "View group")), h(Link, { to: "/monitors/" + alert.checkId, class: "button quiet" }, "View monitor")),
      h(
        "div",
        { class: "columns" },
        h(Card, { id: "trace", title: "From the run to the receivers" }, h(Trace, { trace: alert.trace, grouped: groups.size > 0 })),
        h(
          Card,
          { id: "about", title: "The run" },
          h(Facts, {
            of: [
              ["From", alert.runLocation ? where(alert.runLocation) : "–"],
              alert.statusCode && ["Status", alert.statusCode],
              ["Response time", typeOf(alert.checkType).response(alert, ALERTS[alert.alertType]?.tone === "bad") ?? "–"],
              alert.error && ["Error", alert.error],
              alert.flapping !== undefined && ["Flapping", alert.flapping ? "It changes its state again and again" : "It has settled"],
            ],
          }),
        ),
      ),
      alert.alertType !== "ALERT_SSL" && h(Handling, { handling: alert.handling, trail, act: writes && this.attend, busy: this.state.busy, refused: this.state.refused }),
      alert.locations.length > 0 && h(Card, { id: "locations", title: "The run at every location" }, h(Locations, { alert })),
      h(
        Card,
        { id: "messages", title: "Messages" },
        messages.length === 0
          ? h(Empty, null, alert.heldBy ? ["No message was sent: ", h(Link, { to: alert.heldBy.checkId ? "/monitors/" + alert.heldBy.checkId : "/groups/" + alert.heldBy.groupId }, alert.heldBy.name), " was failing, on which the monitor depends."] : "No message was sent: no channel is subscribed, the monitor was muted, or its channels wait.")
          : h("ul", { class: "messages" }, messages.map((one) => h(Message, { key: one.id, one, again: writes && (() => this.again(one)), busy: this.state.busy }))),
      ),
    ];
  }
}

/** What the run found where, as known when the alert was raised. */
function Locations({ alert: { locations, locationsNeeded } }) {
  const failed = locations.filter((one) => one.verdict === "FAILED").length;
  return [
    h("p", { class: "soft" }, `Failed at ${failed} of ${locations.length} locations when the alert was raised. A run fails if it does at ${locationsNeeded} or more.`),
    h(Table, {
      caption: "Locations",
      columns: [{ name: "Location" }, { name: "Outcome", plain: true }, { name: "Response time", class: "number" }, { name: "Error" }],
      rows: locations.map((one) => ({
        key: one.location,
        cells: [where(one.location), h(Badge, { tone: FOUND[one.verdict]?.tone }, FOUND[one.verdict]?.word || one.verdict), one.responseTime === null ? "–" : millis(one.responseTime), one.error || "–"],
      })),
    }),
  ];
}

function Trace({ trace, grouped }) {
  const steps = STEPS.filter(([name]) => trace[name]);
  return h(
    "ol",
    { class: "trace" },
    steps.map(([name, word], at) => h("li", { key: name }, h("span", null, word), h("time", { dateTime: trace[name], class: "soft" }, clock(trace[name]), at > 0 && h("strong", null, ` +${span(trace[steps[at - 1][0]], trace[name])}`)))),
    !trace.acknowledgedAt && h("li", { class: "open" }, h("span", null, trace.queuedAt ? "Not every receiver has acknowledged yet" : grouped ? "Messages are about its group" : "There was no channel to notify")),
  );
}

/** State of one message and its delivery. */
export function Message({ one, again, busy }) {
  const state = MESSAGES[one.status] || { word: one.status };
  return h(
    "li",
    null,
    h("div", { class: "message-head" }, h(Badge, { tone: state.tone }, state.word), h("strong", null, receiver(one.type, one.alertConfig)), h("span", { class: "soft" }, CHANNELS[one.type] || one.type), again && h("button", { type: "button", class: "quiet", disabled: busy, onClick: again }, "Send again", h("span", { class: "hidden" }, " to " + receiver(one.type, one.alertConfig)))),
    h(Facts, {
      of: [
        ["Queued", h(Time, { at: one.queuedAt })],
        ["Attempts", one.attempts],
        one.sentAt && ["Last sent", exact(one.sentAt)],
        one.acknowledgedAt && ["Acknowledged", exact(one.acknowledgedAt)],
        one.nextAttemptAt && ["Next attempt", h(Time, { at: one.nextAttemptAt })],
        (one.statusCode || one.notificationResult) && ["Response", one.notificationResult || one.statusCode],
      ],
    }),
  );
}
