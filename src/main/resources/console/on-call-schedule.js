// One on-call schedule: its calendar, who is on call now or at another time, and whom channels speak for.
import { Card, Component, Empty, Facts, Failure, Field, Head, Link, Time, createRef, h } from "./dom.js";
import { get, query, send } from "./api.js";
import { Delete, Health, Persons, readSpeakers, soonRead } from "./on-call.js";
import { Room } from "./room.js";
import { exact } from "./words.js";

export class OnCallSchedule extends Room {
  every = 60;

  async read(signal) {
    const path = "/v1/on-call-schedules/" + this.props.id;
    const [schedule, roster, speakers] = await Promise.all([get(path, signal), get(path + "/on-call", signal), readSpeakers(signal)]);
    soonRead(this, [schedule]);
    return { schedule, roster, speakers: speakers.get(schedule.id) };
  }

  remove = () => this.act(() => send("DELETE", "/v1/on-call-schedules/" + this.props.id), "The schedule is deleted.").then((done) => done && this.props.go("/on-call"));

  content({ schedule, roster, speakers }, { writes }) {
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
        h(
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
        ),
      ),
      h(
        Card,
        { id: "channels", title: "Channels" },
        speakers ? h("ul", { class: "rows" }, speakers.map((one) => h("li", { key: one.id }, h("div", null, writes ? h(Link, { to: `/channels/${one.id}/edit` }, one.name) : one.name, h("span", { class: "soft" }, " for " + one.person))))) : h(Empty, null, "No channel speaks for a person of this schedule. Choose one in the form of a channel."),
      ),
    ];
  }
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
