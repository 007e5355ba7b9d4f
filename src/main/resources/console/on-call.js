// On-call schedules: how they do, and who is on call.
import { Badge, Empty, Head, Link, Pager, Table, Time, h } from "./dom.js";
import { all, get, page, send } from "./api.js";
import { Ask } from "./ask.js";
import { Nothing, READ_ONLY, Room } from "./room.js";
import { counted, exact, receiver } from "./words.js";

const LIMIT = 25;
const SOON = 2000;
const HEALTH = {
  PENDING: { word: "Not read yet", tone: "none" },
  OK: { word: "Read", tone: "good" },
  STALE: { word: "Last good copy", tone: "warn" },
  FAILED: { word: "Cannot be read", tone: "bad" },
};

/** Words for the health of a rotation, whose shifts need no reading. */
const TURNS = {
  OK: { word: "In force", tone: "good" },
  STALE: { word: "Not renewed", tone: "warn" },
  FAILED: { word: "Nobody left", tone: "bad" },
};

/** A calendar that is new is read within seconds: the view looks again then. */
export function soonRead(view, schedules) {
  if (schedules.some(({ health }) => health === "PENDING")) {
    view.loadIn(SOON);
  }
}

/** How a schedule does, with the reason of a failure. */
export function Health({ schedule }) {
  const { word, tone } = (schedule.rotation ? TURNS : HEALTH)[schedule.health];
  return [h(Badge, { tone }, word), schedule.lastError && h("p", { class: "soft" }, schedule.lastError)];
}

/** Whether the calendar was read for the moment of an answer. */
const isKnown = ({ at, knownFrom, knownUntil }) => Boolean(knownFrom) && new Date(at) >= new Date(knownFrom) && new Date(at) <= new Date(knownUntil);

/** Who is on call at the moment of an answer, or who is next, with the end or begin of the shift. */
export function Persons({ roster, next }) {
  if (!roster || !isKnown(roster)) {
    return h("span", { class: "soft" }, roster?.knownFrom ? "not known: outside of what was read" : "not known");
  }
  const shifts = next ? roster.next : roster.now;
  return shifts.length === 0
    ? h("span", { class: "soft" }, "nobody")
    : h("ul", { class: "persons" }, shifts.map((one, at) => h("li", { key: at }, one.name, " ", h("span", { class: "soft" }, next ? "from " + exact(one.from) : "until " + exact(one.to)))));
}

/** The channels that speak for persons of a schedule, by the id of the schedule. */
export async function readSpeakers(signal) {
  const speakers = new Map();
  for (const channel of await all("/v1/alert-channels", signal)) {
    if (channel.onCall) {
      const { scheduleId, person } = channel.onCall;
      speakers.set(scheduleId, [...(speakers.get(scheduleId) || []), { id: channel.id, name: receiver(channel.type, channel.config), person }]);
    }
  }
  return speakers;
}

/** A question that says what becomes of the channels of the schedule. */
export function Delete({ schedule, speakers = [], remove, tone }) {
  const some = speakers.slice(0, 3).map(({ name }) => name).join(", ");
  const rest = speakers.length > 3 ? ` and ${counted(speakers.length - 3, "other")}` : "";
  const then = speakers.length === 0 ? "No channel speaks for its persons." : `${counted(speakers.length, "channel")} (${some}${rest}) will speak at all times.`;
  return h(Ask, { what: "Delete", tone, question: `Delete the schedule ${schedule.name}? ${then}`, yes: remove });
}

export class OnCallSchedules extends Room {
  kinds = ["schedule", "channel"];
  every = 60;

  async read(signal) {
    const schedules = await page(`/v1/on-call-schedules?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
    const [speakers, ...rosters] = await Promise.all([schedules.total > 0 ? readSpeakers(signal) : new Map(), ...schedules.entries.map(({ id }) => get(`/v1/on-call-schedules/${id}/on-call`, signal).catch(() => null))]);
    soonRead(this, schedules.entries);
    return { ...schedules, speakers, rosters };
  }

  remove = (schedule) => this.act(() => send("DELETE", "/v1/on-call-schedules/" + schedule.id), "The schedule is deleted.").then((done) => done && this.load());

  content({ entries, total, speakers, rosters }, { writes, search }) {
    return [
      h(Head, { title: "On-call schedules", under: "Who is on call, by turns of members or by a calendar. Channels can speak for one person each." }, writes && h(Link, { to: "/on-call/new", class: "button" }, "New schedule")),
      total === 0
        ? h(Nothing, { title: "No on-call schedules yet" }, h("p", null, "In a schedule, members take turns, or a calendar says who is on call. A channel of a person then gets alerts only while that person is on call."), writes ? h("p", null, h(Link, { to: "/on-call/new" }, "Add the first schedule")) : h("p", { class: "soft" }, READ_ONLY))
        : entries.length === 0
          ? h(Empty, null, "This page has no schedules.")
          : h(Table, {
              caption: "On-call schedules",
              columns: [{ name: "Name" }, { name: "Source" }, { name: "On call now" }, { name: "Next" }, { name: "Last read" }, ...(writes ? [{ name: "Actions", plain: true }] : [])],
              rows: entries.map((schedule, at) => ({
                key: schedule.id,
                cells: [
                  h(Link, { to: "/on-call/" + schedule.id }, schedule.name),
                  h("div", null, h(Health, { schedule }), h("p", { class: "soft" }, schedule.host ?? `Rotation of ${counted(new Set(schedule.rotation.userIds).size, "person", "persons")}`)),
                  h(Persons, { roster: rosters[at] }),
                  h(Persons, { roster: rosters[at], next: true }),
                  h(Time, { at: schedule.lastReadAt, none: schedule.rotation && "–" }),
                  ...(writes ? [h("div", { class: "actions" }, h(Link, { to: `/on-call/${schedule.id}/edit`, class: "button quiet small" }, "Edit", h("span", { class: "hidden" }, " " + schedule.name)), h(Delete, { schedule, speakers: speakers.get(schedule.id), tone: "small danger", remove: () => this.remove(schedule) }))] : []),
                ],
              })),
            }),
      h(Pager, { page: Number(search.get("page") || 1), limit: LIMIT, total, to: (number) => "/on-call?page=" + number, of: "schedule" }),
    ];
  }
}
