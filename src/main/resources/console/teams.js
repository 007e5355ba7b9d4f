// Teams: who is in them, and which channels tell them.
import { Empty, Failure, Head, Link, Pager, Table, h } from "./dom.js";
import { all, page, send } from "./api.js";
import { Ask } from "./ask.js";
import { Nothing, READ_ONLY, Room } from "./room.js";
import { counted, receiver } from "./words.js";

const LIMIT = 25;
/** A row names at most so many members. */
const NAMED = 5;

/** The names of the first members, and how many more there are. */
export function namesOf(members) {
  const names = members.slice(0, NAMED).map(({ name }) => name).join(", ");
  return names + (members.length > NAMED ? ` and ${members.length - NAMED} more` : "");
}

/** The channels that tell each team, by the id of the team. */
async function readTellers(signal) {
  const tellers = new Map();
  for (const { id, type, config } of await all("/v1/alert-channels", signal)) {
    if (config.teamId) {
      tellers.set(config.teamId, [...(tellers.get(config.teamId) || []), { id, name: receiver(type, config) }]);
    }
  }
  return tellers;
}

export class Teams extends Room {
  kinds = ["team", "channel"];
  every = 60;

  async read(signal) {
    const teams = await page(`/v1/teams?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
    return { ...teams, tellers: teams.total > 0 ? await readTellers(signal) : new Map() };
  }

  remove = (team) => this.act(() => send("DELETE", "/v1/teams/" + team.id), "The team is deleted.").then((done) => done && this.load());

  content({ entries, total, tellers }, { writes, search }) {
    const { refused } = this.state;
    return [
      h(Head, { title: "Teams", under: "Members whom one channel tells." }, writes && h(Link, { to: "/teams/new", class: "button" }, "New team")),
      refused && h(Failure, { of: refused }),
      total === 0
        ? h(Nothing, { title: "No teams yet" }, h("p", null, "A channel for a team sends each alert to all members: on their devices, or else by e-mail."), writes ? h("p", null, h(Link, { to: "/teams/new" }, "Add the first team")) : h("p", { class: "soft" }, READ_ONLY))
        : entries.length === 0
          ? h(Empty, null, "This page has no teams.")
          : h(Table, {
              caption: "Teams",
              columns: [{ name: "Name" }, { name: "Members" }, { name: "Channels" }, ...(writes ? [{ name: "Actions", plain: true }] : [])],
              rows: entries.map((team) => ({
                key: team.id,
                cells: [
                  h("div", null, writes ? h(Link, { to: `/teams/${team.id}` }, team.name) : team.name, team.description && h("p", { class: "soft" }, team.description)),
                  team.members.length === 0 ? h("span", { class: "soft" }, "none") : h("div", null, counted(team.members.length, "member"), h("p", { class: "soft" }, namesOf(team.members))),
                  h(Tellers, { of: tellers.get(team.id), writes }),
                  ...(writes ? [h("div", { class: "actions" }, h(Link, { to: `/teams/${team.id}`, class: "button quiet small" }, "Edit", h("span", { class: "hidden" }, " " + team.name)), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the team ${team.name}? Its members stay members of the account.`, yes: () => this.remove(team) }))] : []),
                ],
              })),
            }),
      h(Pager, { page: Number(search.get("page") || 1), limit: LIMIT, total, to: (number) => "/teams?page=" + number, of: "team" }),
    ];
  }
}

function Tellers({ of = [], writes }) {
  return of.length === 0 ? h("span", { class: "soft" }, "none") : h("ul", { class: "persons" }, of.map((one) => h("li", { key: one.id }, writes ? h(Link, { to: `/channels/${one.id}/edit` }, one.name) : one.name)));
}
