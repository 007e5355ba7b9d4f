// The overview: counts, failing monitors, open incidents, latest alerts, and first steps for a new account.
import { Badge, Card, Copyable, Empty, Head, Link, Time, h } from "./dom.js";
import { get } from "./api.js";
import { typeOf } from "./check-types.js";
import { FirstPerson, lacksPerson } from "./first-person.js";
import { History } from "./history.js";
import { numeral } from "./reader.js";
import { Trend } from "./trend.js";
import { View } from "./view.js";
import { ALERTS, INCIDENTS, SEVERITIES, STATES, ago, counted, percent } from "./words.js";

const TILES = [
  ["failing", "FAILING", "Failing", "bad"],
  ["degraded", "DEGRADED", "Degraded", "warn"],
  ["passing", "PASSING", "Passing", "good"],
  ["noData", "NO_DATA", "No data yet", "none"],
  ["paused", "PAUSED", "Paused", "none"],
];

export class Overview extends View {
  kinds = ["check", "alert", "incident", "delivery", "channel", "page"];
  every = 60;

  async read(signal) {
    const [checks, incidents, alerts, channels, alone] = await Promise.all([
      get("/v1/check-overview?state=FAILING&state=DEGRADED&limit=12&include=HISTORY&include=TREND", signal),
      get("/v1/status-pages/incidents?limit=20", signal),
      get("/v2/check-alerts?limit=8", signal),
      get("/v1/alert-channels?limit=100", signal),
      lacksPerson(this.props.who, signal),
    ]);
    return { checks, incidents: incidents.entries.filter((one) => one.lastUpdateStatus !== "RESOLVED"), alerts: alerts.entries, channels, alone };
  }

  content({ checks, incidents, alerts, channels, alone }, { writes }) {
    const { counts } = checks;
    const ill = channels.filter((one) => one.health.status === "FAILING" || one.health.status === "NOT_CONFIGURED");
    const reasons = [...new Set(ill.filter((one) => one.health.status === "NOT_CONFIGURED").map((one) => one.health.lastError))];
    const steps = counts.all === 0 || channels.length === 0 || alerts.length === 0 && counts.all < 2;
    return [
      h(Head, { title: "Overview", under: summary(counts, incidents) }, writes && h(Link, { to: "/monitors/new", class: "button" }, "New monitor")),
      alone && h(FirstPerson, { done: this.load }),
      counts.all > 0 && h(States, { counts }),
      ill.length > 0 &&
        h(
          "div",
          { class: "failure", role: "status" },
          h("p", null, h("strong", null, `${counted(ill.length, "channel")} cannot send. `), "Alerts may not be delivered. ", reasons.length > 0 && reasons.join(". ") + ". ", h(Link, { to: "/channels" }, "See why")),
        ),
      counts.all > 0 && h(Trend, { of: checks.trend }),
      steps && h(Steps, { monitors: counts.all, channels: channels.length, writes }),
      h(
        "div",
        { class: "halves" },
        h(
          Card,
          { id: "down", title: "Down now", aside: checks.total > checks.entries.length && h(Link, { to: "/monitors?state=FAILING&state=DEGRADED" }, `All ${numeral(checks.total)}`) },
          checks.entries.length === 0
            ? h(Empty, null, counts.all === 0 ? "There are no monitors yet." : "No running monitor is failing or degraded.")
            : h("ul", { class: "rows" }, checks.entries.map((one) => h(Down, { key: one.checkId, one }))),
        ),
        h(
          "div",
          null,
          h(
            Card,
            { id: "incidents", title: "Open incidents", aside: h(Link, { to: "/incidents" }, "All incidents") },
            incidents.length === 0
              ? h(Empty, null, "No open incidents.")
              : h(
                  "ul",
                  { class: "rows" },
                  incidents.map((one) =>
                    h(
                      "li",
                      { key: one.id },
                      h(Badge, { tone: INCIDENTS[one.lastUpdateStatus].tone }, INCIDENTS[one.lastUpdateStatus].word),
                      h("div", null, h(Link, { to: "/incidents/" + one.id }, one.name), h("p", { class: "soft" }, SEVERITIES[one.severity], " · ", h(Time, { at: one.created_at }))),
                    ),
                  ),
                ),
          ),
          h(
            Card,
            { id: "alerts", title: "Latest alerts", aside: h(Link, { to: "/alerts" }, "All alerts") },
            alerts.length === 0
              ? h(Empty, null, "No alerts yet.")
              : h(
                  "ul",
                  { class: "rows" },
                  alerts.map((one) =>
                    h(
                      "li",
                      { key: one.id },
                      h(Badge, { tone: ALERTS[one.alertType]?.tone }, ALERTS[one.alertType]?.word || one.alertType),
                      h("div", null, h(Link, { to: "/alerts/" + one.id }, one.name), h("p", { class: "soft" }, h(Time, { at: one.created_at }), one.error ? " · " + one.error : "")),
                    ),
                  ),
                ),
          ),
        ),
      ),
    ];
  }
}

function summary(counts, incidents) {
  if (counts.all === 0) {
    return "Nothing is monitored yet.";
  }
  const down = counts.failing === 0 ? "Nothing is failing" : `${numeral(counts.failing)} of ${numeral(counts.all)} failing`;
  return `${down}, ${incidents.length === 0 ? "no open incidents" : counted(incidents.length, "open incident")}.`;
}

/** How the monitors are divided among the states; states without monitors are left out. */
function States({ counts }) {
  let x = 0;
  return h(
    "div",
    { class: "card states" },
    h(
      "svg",
      { viewBox: `0 0 ${counts.all} 1`, preserveAspectRatio: "none", "aria-hidden": "true" },
      TILES.map(([name, , , tone]) => {
        const from = x;
        x += counts[name];
        return h("rect", { key: name, class: tone + " " + name, x: from, y: 0, width: counts[name], height: 1 });
      }),
    ),
    h(
      "ul",
      { class: "tiles" },
      TILES.filter(([name]) => counts[name] > 0 || name === "failing").map(([name, state, word, tone]) =>
        h("li", { key: name }, h(Link, { to: "/monitors?state=" + state, class: "tile " + (counts[name] > 0 ? tone : "") }, h("strong", null, numeral(counts[name])), h("span", null, word))),
      ),
    ),
  );
}

function Down({ one }) {
  const state = STATES[one.state];
  const response = one.lastRun && typeOf(one.checkType).response(one.lastRun, one.state === "FAILING");
  const said = one.lastRun?.statusCode ? `status ${one.lastRun.statusCode}, ${response}` : response;
  return h(
    "li",
    null,
    h(Badge, { tone: state.tone }, state.word),
    h(
      "div",
      null,
      h(Link, { to: "/monitors/" + one.checkId }, one.name),
      one.muted && h("span", { class: "badge none" }, "muted"),
      h("p", { class: "soft" }, [one.since && ago(one.since), said, one.groupName].filter(Boolean).join(" · ")),
    ),
    h("div", { class: "glance" }, h(History, { of: one.history }), one.history.availability !== null && h("p", { class: "soft" }, percent(one.history.availability), " uptime")),
  );
}

/** The first three steps, each done or with what does it. */
function Steps({ monitors, channels, writes }) {
  const origin = location.origin;
  const curl = (path, body) => `curl -X POST ${origin}${path} \\\n  -H "Authorization: Bearer $BELFRY_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
  const step = (done, title, ...rest) => h("li", { class: done ? "done" : "" }, h("h3", null, title, done && h("span", { class: "badge good" }, "done")), !done && rest);
  return h(
    Card,
    { id: "steps", title: "The first three steps" },
    h(
      "ol",
      { class: "steps" },
      step(
        monitors > 0,
        "Monitor an address",
        h("p", null, "Belfry requests it on a schedule and evaluates the response. ", writes && h(Link, { to: "/monitors/new" }, "Fill in a form"), writes && ", or send:"),
        h(Copyable, { label: "the command that creates a monitor", text: curl("/v1/checks/url", '{"name":"Front page","frequency":1,"request":{"url":"https://example.com/"}}') }),
      ),
      step(
        channels > 0,
        "Choose who receives alerts",
        h("p", null, "By webhook, e-mail, Slack or text message. ", writes && h(Link, { to: "/channels" }, "Add a channel"), writes && ", or send:"),
        h(Copyable, { label: "the command that creates a channel", text: curl("/v1/alert-channels", '{"type":"WEBHOOK","config":{"name":"On-call","method":"POST","url":"https://example.com/hook"}}') }),
      ),
      step(
        false,
        "See it work",
        h("p", null, "Send a test from ", h(Link, { to: "/channels" }, "the channels"), ", and run a monitor now from its page. Everything here is also in ", h("a", { href: "/docs/" }, "the API"), "."),
      ),
    ),
  );
}
