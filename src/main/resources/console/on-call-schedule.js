// One on-call schedule: its rotation or calendar, who is on call, overrides, and whom channels speak for.
import { Card, Component, Empty, Facts, Failure, Field, Head, Link, Time, createRef, h } from "./dom.js";
import { get, query, send } from "./api.js";
import { Delete, Health, Persons, readSpeakers, soonRead } from "./on-call.js";
import { Overrides } from "./on-call-override.js";
import { beginOf, namesOf, rhythmOf } from "./on-call-rotation.js";
import { persons } from "./persons.js";
import { reader } from "./reader.js";
import { includes } from "./roles.js";
import { Room } from "./room.js";
import { stretch } from "./windows.js";
import { exact } from "./words.js";

/** So many shifts are shown beside the present one. */
const COMING = 5;

/** The shifts of a rotation from now on, one after the other. */
async function coming(path, roster, signal) {
  const shifts = [...roster.now];
  for (let { next } = roster; next.length > 0 && shifts.length <= COMING; ) {
    shifts.push(...next);
    ({ next } = await get(path + "/on-call" + query({ at: Math.ceil(new Date(next[0].from) / 1000) }), signal));
  }
  return shifts;
}

export class OnCallSchedule extends Room {
  kinds = ["schedule"];
  every = 60;

  async read(signal) {
    const path = "/v1/on-call-schedules/" + this.props.id;
    const [schedule, roster, speakers] = await Promise.all([get(path, signal), get(path + "/on-call", signal), readSpeakers(signal)]);
    soonRead(this, [schedule]);
    const [members, shifts] = schedule.rotation ? await Promise.all([persons(signal), coming(path, roster, signal)]) : [[], []];
    return { schedule, roster, speakers: speakers.get(schedule.id), members, shifts };
  }

  add = async (body) => {
    const made = await this.save(() => send("POST", `/v1/on-call-schedules/${this.props.id}/overrides`, body), ({ name }) => name + " takes over.");
    if (made) {
      await this.load();
    }
    return made;
  };

  drop = (override) => this.act(() => send("DELETE", `/v1/on-call-schedules/${this.props.id}/overrides/${override.id}`), "The override is removed.").then((done) => done && this.load());

  remove = () => this.act(() => send("DELETE", "/v1/on-call-schedules/" + this.props.id), "The schedule is deleted.").then((done) => done && this.props.go("/on-call"));

  content({ schedule, roster, speakers, members, shifts }, { writes, who }) {
    const { busy, refused } = this.state;
    const responds = includes(who.role, "READ_RUN");
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/on-call" }, "On-call schedules")),
      h(Head, { title: schedule.name }, writes && h(Link, { to: `/on-call/${schedule.id}/edit`, class: "button quiet" }, "Edit"), writes && h(Delete, { schedule, speakers, remove: this.remove })),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "now", title: "On call" },
          h(Facts, { of: [["Now", h(Persons, { roster })], ["Next", h(Persons, { roster, next: true })]] }),
          h(Another, { schedule }),
        ),
        schedule.rotation ? rotation(schedule, roster, members) : calendar(schedule, roster),
      ),
      schedule.rotation && [
        h(Overrides, { schedule, members, busy, refused, ...(responds && { add: this.add, remove: this.drop }) }),
        h(
          Card,
          { id: "shifts", title: "Shifts" },
          shifts.length === 0
            ? h(Empty, null, "Nobody is on call.")
            : h("ol", { class: "rows" }, shifts.map((one) => h("li", { key: one.from }, h("div", { class: "grow" }, one.name, one.title === "Override" && h("span", { class: "soft" }, " takes over")), h("span", { class: "soft" }, stretch(one.from, one.to, reader.zone))))),
        ),
      ],
      h(
        Card,
        { id: "channels", title: "Channels" },
        speakers ? h("ul", { class: "rows" }, speakers.map((one) => h("li", { key: one.id }, h("div", null, writes ? h(Link, { to: `/channels/${one.id}/edit` }, one.name) : one.name, one.person && h("span", { class: "soft" }, " for " + one.person))))) : h(Empty, null, "No channel speaks for a person of this schedule. Choose one in the form of a channel."),
      ),
    ];
  }
}

function calendar(schedule, roster) {
  return h(
    Card,
    { id: "calendar", title: "Calendar" },
    h(Facts, {
      of: [
        ["State", h("div", null, h(Health, { schedule }))],
        ["Host", schedule.host],
        ["Time zone", schedule.timeZone ?? "that of the calendar"],
        ["Last read", h(Time, { at: schedule.lastReadAt })],
        roster.knownUntil && ["Known until", exact(roster.knownUntil)],
      ],
    }),
    h("p", { class: "hint soft" }, "Read every five minutes. The address is a secret and is not shown."),
  );
}

function rotation(schedule, roster, members) {
  const names = namesOf(members);
  return h(
    Card,
    { id: "rotation", title: "Rotation" },
    h(Facts, {
      of: [
        ["State", h("div", null, h(Health, { schedule }))],
        ["Turns", rhythmOf(schedule.rotation)],
        ["Since", beginOf(schedule.rotation)],
        ["Time zone", schedule.timeZone ?? "UTC"],
        ["Known until", exact(roster.knownUntil)],
      ],
    }),
    h("ol", { class: "order" }, schedule.rotation.userIds.map((id, at) => h("li", { key: at }, names.get(id) ?? h("span", { class: "soft" }, schedule.health === "FAILED" ? "A former member" : "A former member: the next one is on call")))),
  );
}

/** Asks for another moment. */
class Another extends Component {
  state = { asking: false };
  input = createRef();

  ask = async (event) => {
    event.preventDefault();
    const at = new Date(this.input.current.value).getTime();
    if (Number.isNaN(at)) {
      this.setState({ missing: true, found: null, failure: null });
      this.input.current.focus();
      return;
    }
    this.setState({ asking: true, missing: false, found: null, failure: null });
    try {
      this.setState({ found: await get(`/v1/on-call-schedules/${this.props.schedule.id}/on-call` + query({ at: Math.floor(at / 1000) })) });
    } catch (failure) {
      this.setState({ failure });
    } finally {
      this.setState({ asking: false });
    }
  };

  render(props, { asking, missing, found, failure }) {
    const refused = failure?.fields.find(({ path }) => path === "/at");
    const error = missing ? "Enter a date and a time." : refused && `The time ${refused.message}.`;
    return h(
      "div",
      { class: "another" },
      h(
        "form",
        { class: "inline", onSubmit: this.ask, noValidate: true },
        h(Field, { label: "At another time", id: "at", error }, h("input", { ref: this.input, id: "at", type: "datetime-local", "aria-invalid": error ? "true" : undefined, "aria-describedby": error ? "at-error" : undefined })),
        h("button", { class: "quiet", disabled: asking }, asking ? "Asking…" : "Ask"),
      ),
      h("div", { role: "status" }, found && h(Facts, { of: [["At", exact(found.at)], ["On call", h(Persons, { roster: found })]] })),
      failure && !refused && h(Failure, { of: failure }),
    );
  }
}
