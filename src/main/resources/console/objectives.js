// Objectives: how much of each error budget is left, and how fast it is being spent.
import { Badge, Empty, Head, Link, Pager, Table, h } from "./dom.js";
import { get, page, send } from "./api.js";
import { Ask } from "./ask.js";
import { numeral } from "./reader.js";
import { Nothing, READ_ONLY, Room } from "./room.js";
import { placeOf, readSubjects } from "./subjects.js";
import { percent } from "./words.js";

const LIMIT = 25;
const VERDICTS = {
  MET: { word: "Met", tone: "good" },
  BREACHED: { word: "Missed", tone: "bad" },
  INSUFFICIENT_DATA: { word: "Too few runs" },
};

/** The worst alert that the burn rates say, none while the budget is spent slowly. */
const burning = (status) => status.burnRates.find(({ state, severity }) => state === "BURNING" && severity === "PAGE") || status.burnRates.find(({ state }) => state === "BURNING");

function Verdict({ status }) {
  if (!status) {
    return h("span", { class: "soft" }, "–");
  }
  const { word, tone } = VERDICTS[status.verdict];
  const fast = burning(status);
  return [h(Badge, { tone }, word), fast && [" ", h(Badge, { tone: fast.severity === "PAGE" ? "bad" : "warn" }, fast.severity === "PAGE" ? "Spent fast" : "Spent too fast for the window")], status.reason && h("p", { class: "soft" }, status.reason)];
}

/** What is left, in minutes of the window and as a share. */
const left = (budget) => (budget?.remainingShare == null ? "–" : `${Math.round(budget.remainingShare)} % · ${numeral(Math.round(budget.remainingMinutes * 10) / 10)} min`);

export class Objectives extends Room {
  every = 60;

  /** One status after the other, since the service reads one of an account at a time. */
  async read(signal) {
    const objectives = await page(`/v1/objectives?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
    const subjects = await readSubjects(objectives.entries, signal);
    const statuses = [];
    for (const { id } of objectives.entries) {
      statuses.push(await get(`/v1/objectives/${id}/status`, signal).catch(() => null));
    }
    return { ...objectives, subjects, statuses };
  }

  remove = (objective) => this.act(() => send("DELETE", "/v1/objectives/" + objective.id), "The objective is deleted.").then((done) => done && this.load());

  content({ entries, total, subjects, statuses }, { writes, search }) {
    return [
      h(Head, { title: "Objectives", under: "How many runs may fail, and how much of that budget is left." }, writes && h(Link, { to: "/objectives/new", class: "button" }, "New objective")),
      total === 0
        ? h(Nothing, { title: "No objectives yet" }, h("p", null, "An objective says which share of the runs of a monitor or group has to be good over some weeks. Channels hear when the budget of failures is spent too fast."), writes ? h("p", null, h(Link, { to: "/objectives/new" }, "Make the first objective")) : h("p", { class: "soft" }, READ_ONLY))
        : entries.length === 0
          ? h(Empty, null, "This page has no objectives.")
          : h(Table, {
              caption: "Objectives",
              columns: [{ name: "Name" }, { name: "Subject" }, { name: "State", plain: true }, { name: "Target", class: "number" }, { name: "Attained", class: "number" }, { name: "Budget left", class: "number" }, ...(writes ? [{ name: "Actions", plain: true }] : [])],
              rows: entries.map((objective, at) => {
                const status = statuses[at];
                return {
                  key: objective.id,
                  cells: [
                    writes ? h(Link, { to: "/objectives/" + objective.id }, objective.name) : objective.name,
                    h(Link, { to: placeOf(objective) }, subjects[at].name),
                    h(Verdict, { status }),
                    `${objective.target} % of ${objective.windowDays} days`,
                    percent(status?.attained),
                    left(status?.errorBudget),
                    ...(writes ? [h(Ask, { what: "Delete", tone: "small danger", question: `Delete the objective ${objective.name}?`, yes: () => this.remove(objective) })] : []),
                  ],
                };
              }),
            }),
      h(Pager, { page: Number(search.get("page") || 1), limit: LIMIT, total, to: (number) => "/objectives?page=" + number, of: "objective" }),
    ];
  }
}
