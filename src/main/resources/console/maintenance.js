// Maintenance windows: those that run, those to come, and those that are over.
import { Badge, Card, Empty, Head, Link, h } from "./dom.js";
import { entries, send } from "./api.js";
import { Ask } from "./ask.js";
import { numeral, reader } from "./reader.js";
import { Nothing, READ_ONLY, Room } from "./room.js";
import { effects, occurrence, rhythm, stretch } from "./windows.js";
import { ago } from "./words.js";

const LIMIT = 25;
const STATES = {
  running: { title: "Running now", word: "Running", tone: "info", none: "No maintenance is under way." },
  upcoming: { title: "Upcoming", word: "Upcoming", none: "No maintenance is planned." },
  past: { title: "Past", word: "Over", none: "No maintenance has ended." },
};

function Window({ window, writes, remove }) {
  const { from, to, state } = window.time;
  const zone = window.timezone || "UTC";
  return h(
    "li",
    null,
    h(
      "div",
      { class: "window" },
      h("h3", null, writes ? h(Link, { to: "/maintenance/" + window.id }, window.name) : window.name, " ", window.statusPageVisibility?.enabled && h(Badge, null, "On status pages")),
      h("p", null, stretch(from, to, zone), " ", h("span", { class: "soft" }, zone)),
      zone !== reader.zone && h("p", { class: "soft" }, `${stretch(from, to, reader.zone)} your time`),
      h("p", { class: "soft" }, [rhythm(window), state === "running" ? "ends " + ago(to) : state === "upcoming" ? "starts " + ago(from) : "ended " + ago(to)].join(" · ")),
      h("p", null, effects(window).join(" · ")),
      window.description && h("p", { class: "words" }, window.description),
    ),
    writes && h("div", { class: "actions" }, h(Link, { to: "/maintenance/" + window.id, class: "button quiet small" }, "Edit", h("span", { class: "hidden" }, " " + window.name)), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the maintenance ${window.name}?${state === "running" ? " Monitors run and alert again within a second." : ""}`, yes: () => remove(window) })),
  );
}

export class Maintenance extends Room {
  kinds = ["maintenance"];
  every = 60;
  state = { past: LIMIT };

  async read(signal) {
    const { entries: windows, total } = await entries("/v1/maintenance-windows", signal);
    return { windows, total };
  }

  remove = (window) => this.act(() => send("DELETE", "/v1/maintenance-windows/" + window.id), "The maintenance is deleted.").then((done) => done && this.load());

  content({ windows, total }, { writes }) {
    const timed = windows.map((window) => ({ ...window, time: occurrence(window) }));
    const of = (state) => timed.filter((window) => window.time.state === state);
    const groups = {
      running: of("running").sort((one, other) => one.time.to - other.time.to),
      upcoming: of("upcoming").sort((one, other) => one.time.from - other.time.from),
      past: of("past").sort((one, other) => other.time.to - one.time.to),
    };
    return [
      h(Head, { title: "Maintenance", under: "While a window runs, its monitors do not alert, or do not run." }, writes && h(Link, { to: "/maintenance/new", class: "button" }, "Plan maintenance")),
      total === 0
        ? h(Nothing, { title: "No maintenance yet" }, h("p", null, "Plan a window before you work on a system. Alerts that you expect are then not sent, and status pages can announce it."), writes ? h("p", null, h(Link, { to: "/maintenance/new" }, "Plan the first maintenance")) : h("p", { class: "soft" }, READ_ONLY))
        : Object.entries(STATES).map(([state, { title, none }]) => {
            const shown = state === "past" ? groups.past.slice(0, this.state.past) : groups[state];
            return h(
              Card,
              { key: state, id: state, title: [title, " ", h("span", { class: "count" }, groups[state].length)] },
              shown.length === 0 ? h(Empty, null, none) : h("ul", { class: "rows spread" }, shown.map((window) => h(Window, { key: window.id, window, writes, remove: this.remove }))),
              shown.length < groups[state].length && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ past: this.state.past + LIMIT }) }, "Show more"),
            );
          }),
      total > windows.length && h("p", { class: "soft" }, `The oldest ${numeral(windows.length)} of ${numeral(total)} windows are shown. Delete those that are over to see the others.`),
    ];
  }
}
