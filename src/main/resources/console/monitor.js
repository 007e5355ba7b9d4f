// One monitor: its current state, its history, and every run with its reason.
import { Badge, Card, Empty, Facts, Head, Link, Time, h } from "./dom.js";
import { get, query, send } from "./api.js";
import { Ask } from "./ask.js";
import { words } from "./assertions.js";
import { ResponseTimes } from "./chart.js";
import { limitsOf, pathOf, settingsOf, typeOf } from "./check-types.js";
import { Locations, SUMMARY, Summary } from "./figures.js";
import { Held, dependsOn, readHeld } from "./holding.js";
import { LastRuns } from "./phases.js";
import { RunList } from "./runs.js";
import { METRICS, RANGES, places, timeline } from "./series.js";
import { readSubjects } from "./subjects.js";
import { View } from "./view.js";
import { ALERTS, STATES, ago, exact, millis } from "./words.js";
import { learnLocations, where } from "./where.js";

const [HOUR, DAY] = RANGES;

/** The pictures of a monitor that has just begun change with each run. */
const YOUNG = 3600000;
const YOUNG_LASTS = 20;

export class Monitor extends View {
  kinds = ["check", "alert", "delivery"];
  every = 30;
  figures = new Map();

  /** The range that the address asks for. */
  asked() {
    return RANGES.find(({ key }) => key === this.props.search.get("range"));
  }

  concerns(event) {
    return event.kind !== "check" || event.ids.length === 0 || event.ids.includes(this.props.id);
  }

  async read(signal) {
    const { id } = this.props;
    const [check, overview, results, missed, alerts, held] = await Promise.all([
      get(`/v1/checks/${id}?applyGroupSettings=true`, signal),
      get("/v1/check-overview" + query({ checkId: id }), signal),
      get(`/v2/check-results/${id}?resultType=ALL&limit=100`, signal),
      get(`/v2/check-results/${id}?resultType=MISSED&limit=5`, signal),
      get("/v2/check-alerts" + query({ checkId: id, limit: 5 }), signal),
      readHeld({ heldByCheckId: id }, signal),
      learnLocations(signal),
    ]);
    const events = typeOf(check.checkType).waits ? (await get(`/v1/checks/heartbeats/${id}/events?limit=50`, signal))[0].events : [];
    const parents = await readSubjects(check.dependsOn, signal);
    const young = Date.now() - Date.parse(check.created_at) < YOUNG;
    const range = this.asked() || (young ? HOUR : DAY);
    const wanted = [...new Set([range, ...SUMMARY])];
    const read = await Promise.all(wanted.map((one) => this.measure(one, check.checkType, young, signal)));
    const figures = Object.fromEntries(wanted.map((one, at) => [one.name, read[at]]));
    return { check, events, now: overview.entries[0], results: results.entries, nextId: results.nextId, missed: missed.entries, alerts: alerts.entries, held, parents, figures, range, line: this.line(figures[range.name], range) };
  }

  /** The figures of a range, read again when they are old. */
  async measure(range, type, young, signal) {
    const kept = this.figures.get(range);
    if (kept && Date.now() - kept.at < 1000 * (young ? Math.min(YOUNG_LASTS, range.lasts) : range.lasts)) {
      return kept.figures;
    }
    const from = Math.floor(Date.now() / 1000) - range.seconds;
    const figures = await get(`${typeOf(type).analytics}/${this.props.id}` + query({ from, aggregationInterval: range.minutes, groupBy: "runLocation", metrics: METRICS }), signal);
    this.figures.set(range, { at: Date.now(), figures });
    return figures;
  }

  /** The same object as long as the figures are the same, so that a chart is drawn anew only then. */
  line(figures, range) {
    if (this.drawn?.figures !== figures) {
      this.drawn = { figures, line: timeline(figures, range) };
    }
    return this.drawn.line;
  }

  choose = (range) => this.props.replace(`/monitors/${this.props.id}?range=${range.key}`);

  change = ({ id, checkType }, body, done) => this.act(() => send("PUT", pathOf(checkType, id), body), done).then((made) => made && this.load());

  run = async () => {
    const made = await this.act(() => send("POST", "/v2/check-sessions/trigger", { target: { checkId: this.props.id } }), "It runs now.");
    const session = made?.sessions?.[0]?.checkSessionId;
    if (session) {
      await get(`/v2/check-sessions/${session}/completion`).catch(() => {});
      this.figures.clear();
      this.load();
    }
  };

  remove = async () => {
    if (await this.act(() => send("DELETE", `/v1/checks/${this.props.id}`), "The monitor is deleted.")) {
      this.props.go("/monitors");
    }
  };

  content({ check, events, now, results, nextId, missed, alerts, held, parents, figures, range, line }, { writes }) {
    const { busy } = this.state;
    const chosen = this.asked() || range;
    const type = typeOf(check.checkType);
    const everywhere = places(check, Object.values(figures));
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/monitors" }, "Monitors")),
      h(
        Head,
        { title: check.name, under: type.target(settingsOf(check)) },
        writes && !type.waits && h("button", { type: "button", disabled: busy, onClick: this.run }, "Run now"),
        writes && h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.change(check, { activated: !check.activated }, check.activated ? "It is paused." : "It runs again.") }, check.activated ? "Pause" : "Resume"),
        writes && h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.change(check, { muted: !check.muted }, check.muted ? "It alerts again." : "It is muted.") }, check.muted ? "Unmute" : "Mute"),
        writes && h(Link, { to: `/monitors/${check.id}/edit`, class: "button quiet" }, "Edit"),
        writes && h(Ask, { what: "Delete", question: `Delete ${check.name} and all its results?`, yes: this.remove }),
      ),
      h(Standing, { check, now, results }),
      h(Summary, { figures, check }),
      type.waits ? h(type.Cards, { check, events }) : h(Runs, { check, type, results, missed, nextId, range, chosen, line, everywhere, figures, choose: this.choose }),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "alerts", title: "Alerts" },
          alerts.length === 0
            ? h(Empty, null, "No alerts.")
            : h(
                "ul",
                { class: "rows" },
                alerts.map((one) => h("li", { key: one.id }, h(Badge, { tone: ALERTS[one.alertType]?.tone }, ALERTS[one.alertType]?.word || one.alertType), h("div", null, h(Link, { to: "/alerts/" + one.id }, exact(one.created_at)), h("p", { class: "soft" }, one.heldBy ? `Held: ${one.heldBy.name} was failing.` : one.error || "")))),
              ),
        ),
        h(Card, { id: "settings", title: "Effective settings" }, h(Settings, { check, now, parents })),
      ),
      h(Held, { alerts: held }),
    ];
  }
}

/** The cards about runs. */
function Runs({ check, type, results, missed, nextId, range, chosen, line, everywhere, figures, choose }) {
  return [
    h(
      Card,
      {
        id: "times",
        title: "Response times",
        aside: h(
          "div",
          { class: "choice", role: "group", "aria-label": "Period" },
          RANGES.map((one) => h("button", { key: one.name, type: "button", class: "quiet", "aria-pressed": chosen === one, onClick: () => choose(one) }, one.name)),
        ),
      },
      h(ResponseTimes, { key: range.name, check, range, timeline: line, places: everywhere }),
    ),
    h(Card, { id: "places", title: `Locations, ${range.words}` }, h(Locations, { figures: figures[range.name], results })),
    h(Card, { id: "phases", title: type.phases.length > 1 ? "Phases of the last runs" : "Last runs" }, h(LastRuns, { type, results })),
    h(Card, { id: "runs", title: "Runs" }, h(RunList, { check: check.id, type, results, missed, nextId, places: everywhere })),
  ];
}

/** The state in words. */
function Standing({ check, now, results }) {
  const state = STATES[now?.state || "NO_DATA"];
  const newest = results.find((one) => one.resultType === "FINAL");
  const why = now?.state === "PAUSED" ? typeOf(check.checkType).waits ? "It waits for no ping until it is resumed." : "It does not run until it is resumed." : newest?.message ? newest.message + "." : "";
  return h(
    "p",
    { class: "standing " + state.tone, role: "status" },
    h("strong", null, state.word),
    now?.since && now.state !== "PAUSED" && [" since ", h("time", { dateTime: now.since }, exact(now.since)), ` (${ago(now.since)})`],
    ". ",
    why,
    check.muted && " Muted: no alerts are sent.",
    newest && [typeOf(check.checkType).waits ? " Last beat " : " Last run ", h(Time, { at: newest.startedAt }), "."],
  );
}

/** From when a run is degraded, and from when it fails. */
function limited(check, { fact, unit, members }) {
  const [degraded, max] = members.map((one) => (unit === "ms" ? millis(check[one]) : `${check[one]} ${unit}`));
  return [fact, `degraded from ${degraded}, failed from ${max}`];
}

function Settings({ check, now, parents }) {
  const type = typeOf(check.checkType);
  if (type.waits) {
    return h(Facts, { of: [["Type", type.word], ["Expects pings", type.target(settingsOf(check))], ...always(check, now, parents)] });
  }
  const every = check.frequency === 0 ? `${check.frequencyOffset ?? 30} seconds` : check.frequency === 1 ? "minute" : `${check.frequency} minutes`;
  const { assertions } = check.request;
  const places = [...(check.locations || []), ...(check.privateLocations || [])];
  return h(Facts, {
    of: [
      ["Type", type.word],
      ["Runs", `every ${every}${check.runParallel ? " from every location" : ""}`],
      ["From", places.map(where).join(", ") || "this server"],
      limited(check, limitsOf(type)),
      check.shouldFail && ["Expects", type.failure],
      ...type.facts(check.request),
      assertions?.length > 0 && ["Assertions", h("ul", null, assertions.map((one, at) => h("li", { key: at }, words(one, type.assertions))))],
      ["Retries", check.retryStrategy?.type && check.retryStrategy.type !== "NO_RETRIES" ? `${check.retryStrategy.type.toLowerCase().replace(/_/g, " ")}, at most ${check.retryStrategy.maxRetries ?? 1}` : "none"],
      ...always(check, now, parents),
    ],
  });
}

/** Facts of monitors of all types. */
const always = (check, now, parents) => [
  now?.groupName && ["Group", h(Link, { to: "/monitors?groupId=" + now.groupId }, now.groupName)],
  now?.tags.length > 0 && ["Tags", now.tags.join(", ")],
  now?.certificateExpiresAt && ["Certificate", `expires ${ago(now.certificateExpiresAt)}`],
  ["Channels", check.alertChannelSubscriptions?.filter((one) => one.activated).length || "none"],
  dependsOn(parents),
];
