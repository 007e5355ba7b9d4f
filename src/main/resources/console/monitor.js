// One monitor: its current state, its history, and every run with its reason.
import { Badge, Card, Empty, Facts, Head, Link, Time, h } from "./dom.js";
import { get, query, send } from "./api.js";
import { Ask } from "./ask.js";
import { Runs, Trend } from "./chart.js";
import { RunList } from "./runs.js";
import { View } from "./view.js";
import { ALERTS, STATES, ago, exact, millis, percent } from "./words.js";

const METRICS = "availability,responseTime_p50,responseTime_p95";
const RANGES = [
  ["24 hours", "last24Hours", 60, 1],
  ["7 days", "last7Days", 360, 7],
  ["30 days", "last30Days", 1440, 30],
];
const FIGURES_STAY = 300000;

export class Monitor extends View {
  kinds = ["check", "alert", "delivery"];
  every = 30;
  state = { range: -1 };

  concerns(event) {
    return event.kind !== "check" || event.ids.length === 0 || event.ids.includes(this.props.id);
  }

  async read(signal) {
    const { id } = this.props;
    const [check, overview, results, missed, alerts] = await Promise.all([
      get(`/v1/checks/${id}?applyGroupSettings=true`, signal),
      get("/v1/check-overview" + query({ checkId: id }), signal),
      get(`/v2/check-results/${id}?resultType=ALL&limit=100`, signal),
      get(`/v2/check-results/${id}?resultType=MISSED&limit=5`, signal),
      get("/v2/check-alerts" + query({ checkId: id, limit: 5 }), signal),
    ]);
    if (!this.figures || Date.now() - this.figures.at > FIGURES_STAY) {
      const all = await Promise.all(RANGES.map(([, quickRange, aggregationInterval]) => get(`/v1/analytics/url-monitors/${id}` + query({ quickRange, aggregationInterval, metrics: METRICS }), signal)));
      this.figures = { at: Date.now(), all };
    }
    return { check, now: overview.entries[0], results: results.entries, missed: missed.entries, alerts: alerts.entries, figures: this.figures.all };
  }

  change = (body, done) => this.act(() => send("PUT", `/v1/checks/url/${this.props.id}`, body), done).then((made) => made && this.load());

  run = async () => {
    const made = await this.act(() => send("POST", "/v2/check-sessions/trigger", { target: { checkId: this.props.id } }), "It runs now.");
    const session = made?.sessions?.[0]?.checkSessionId;
    if (session) {
      await get(`/v2/check-sessions/${session}/completion`).catch(() => {});
      this.load();
    }
  };

  remove = async () => {
    if (await this.act(() => send("DELETE", `/v1/checks/${this.props.id}`), "The monitor is deleted.")) {
      this.props.go("/monitors");
    }
  };

  content({ check, now, results, missed, alerts, figures }, { writes }) {
    const { range, busy } = this.state;
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/monitors" }, "Monitors")),
      h(
        Head,
        { title: check.name, under: h("a", { href: check.request.url, rel: "noreferrer", target: "_blank" }, check.request.url) },
        writes && h("button", { type: "button", disabled: busy, onClick: this.run }, "Run now"),
        writes && h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.change({ activated: !check.activated }, check.activated ? "It is paused." : "It runs again.") }, check.activated ? "Pause" : "Resume"),
        writes && h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.change({ muted: !check.muted }, check.muted ? "It alerts again." : "It is muted.") }, check.muted ? "Unmute" : "Mute"),
        writes && h(Link, { to: `/monitors/${check.id}/edit`, class: "button quiet" }, "Edit"),
        writes && h(Ask, { what: "Delete", question: `Delete ${check.name} and all its results?`, yes: this.remove }),
      ),
      h(Standing, { check, now, results }),
      h(
        "div",
        { class: "figures" },
        RANGES.map(([name], at) =>
          h("div", { key: name, class: "figure" }, h("span", { class: "soft" }, name), h("strong", null, percent(figures[at].aggregate.availability)), h("span", { class: "soft" }, `median ${millis(figures[at].aggregate.responseTime_p50)}, 95 % ${millis(figures[at].aggregate.responseTime_p95)}`)),
        ),
      ),
      h(
        Card,
        {
          id: "times",
          title: "Response times",
          aside: h(
            "div",
            { class: "choice", role: "group", "aria-label": "Period" },
            [["Last runs", -1], ...RANGES.map(([name], at) => [name, at])].map(([name, at]) => h("button", { key: name, type: "button", class: "quiet", "aria-pressed": range === at, onClick: () => this.setState({ range: at }) }, name)),
          ),
        },
        range < 0 ? h(Runs, { results }) : h(Trend, { key: range, analytics: figures[range], days: RANGES[range][3] }),
      ),
      h(Card, { id: "runs", title: "Runs" }, h(RunList, { results, missed })),
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
                alerts.map((one) => h("li", { key: one.id }, h(Badge, { tone: ALERTS[one.alertType]?.tone }, ALERTS[one.alertType]?.word || one.alertType), h("div", null, h(Link, { to: "/alerts/" + one.id }, exact(one.created_at)), h("p", { class: "soft" }, one.error || "")))),
              ),
        ),
        h(Card, { id: "settings", title: "Effective settings" }, h(Settings, { check, now })),
      ),
    ];
  }
}

/** The state in words. */
function Standing({ check, now, results }) {
  const state = STATES[now?.state || "NO_DATA"];
  const newest = results.find((one) => one.resultType === "FINAL");
  const why = now?.state === "PAUSED" ? "It does not run until it is resumed." : newest?.message ? newest.message + "." : "";
  return h(
    "p",
    { class: "standing " + state.tone, role: "status" },
    h("strong", null, state.word),
    now?.since && now.state !== "PAUSED" && [" since ", h("time", { dateTime: now.since }, exact(now.since)), ` (${ago(now.since)})`],
    ". ",
    why,
    check.muted && " Muted: no alerts are sent.",
    newest && [" Last run ", h(Time, { at: newest.startedAt }), "."],
  );
}

function Settings({ check, now }) {
  const every = check.frequency === 0 ? `${check.frequencyOffset ?? 30} seconds` : check.frequency === 1 ? "minute" : `${check.frequency} minutes`;
  const places = [...(check.locations || []), ...(check.privateLocations || [])];
  return h(Facts, {
    of: [
      ["Runs", `every ${every}${check.runParallel ? " from every location" : ""}`],
      ["From", places.join(", ") || "the default location"],
      ["Too slow", `degraded from ${millis(check.degradedResponseTime)}, failed from ${millis(check.maxResponseTime)}`],
      check.shouldFail && ["Expects", "a failure"],
      check.request.assertions?.length > 0 && ["Assertions", check.request.assertions.map((one) => `${one.comparison.toLowerCase().replace(/_/g, " ")} ${one.target}`).join(", ")],
      ["Retries", check.retryStrategy?.type && check.retryStrategy.type !== "NO_RETRIES" ? `${check.retryStrategy.type.toLowerCase().replace(/_/g, " ")}, at most ${check.retryStrategy.maxRetries ?? 1}` : "none"],
      now?.groupName && ["Group", h(Link, { to: "/monitors?groupId=" + now.groupId }, now.groupName)],
      now?.tags.length > 0 && ["Tags", now.tags.join(", ")],
      now?.certificateExpiresAt && ["Certificate", `expires ${ago(now.certificateExpiresAt)}`],
      ["Channels", check.alertChannelSubscriptions?.filter((one) => one.activated).length || "none"],
    ],
  });
}
