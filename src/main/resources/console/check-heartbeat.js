// Heartbeat monitors: a job pings, and its monitor fails when no ping comes in time.
import { Badge, Card, Copyable, Empty, h } from "./dom.js";
import { Select, Side, Text } from "./fields.js";
import { clock, lasting, millis } from "./words.js";

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86400 };
const UNITS = Object.keys(SECONDS).map((unit) => [unit, unit]);
const YEAR = 365 * SECONDS.days;

const STATES = {
  RECEIVED: ["On time", "good"],
  EARLY: ["Early", "good"],
  GRACE: ["In grace", "good"],
  LATE: ["Late", "warn"],
  FAILING: ["Failing", "bad"],
  STARTED: ["Started", ""],
};

const span = (count, unit) => `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

/** When pings are expected, in words. */
const expected = ({ period, periodUnit, cron, timezone, grace, graceUnit }) =>
  (cron ? `at ${cron} (${timezone ?? "UTC"})` : `every ${span(period, periodUnit)}`) + (grace > 0 ? `, ${span(grace, graceUnit)} of grace` : "");

function Target({ form }) {
  const cron = form.value("schedule") === "cron";
  return h(
    Side,
    null,
    h(Select, { form, name: "schedule", label: "Expect pings", hint: "The first ping starts the timer.", options: [["period", "every period"], ["cron", "at the times of a cron expression"]] }),
    cron
      ? [
          h(Text, { form, name: "cron", label: "Cron expression", hint: "Minute, hour, day, month, day of the week.", placeholder: "30 2 * * *", spellcheck: false }),
          h(Text, { form, name: "timezone", label: "Time zone", hint: "Empty: UTC.", placeholder: "Europe/Berlin", spellcheck: false }),
        ]
      : [
          h(Text, { form, name: "period", label: "Period", hint: "30 seconds to 365 days.", inputMode: "numeric" }),
          h(Select, { form, name: "periodUnit", label: "Unit of the period", options: UNITS }),
        ],
    h(Text, { form, name: "grace", label: "Grace", hint: "How long to wait beyond that.", inputMode: "numeric" }),
    h(Select, { form, name: "graceUnit", label: "Unit of the grace", options: UNITS }),
  );
}

function Event({ one }) {
  const [word, tone] = STATES[one.state];
  return h(
    "li",
    null,
    h(Badge, { tone }, word),
    h("div", null, h("time", { dateTime: one.timestamp }, clock(one.timestamp)), h("p", { class: "soft" }, [one.message, one.source, one.userAgent, one.exitCode !== null && `exit code ${one.exitCode}`, one.duration !== null && `took ${lasting(one.duration / 1000)}`].filter(Boolean).join(" · "))),
  );
}

/** The cards of a monitor: where to ping, and what came. */
function Cards({ check, events }) {
  const { pingUrl, pingToken } = check.heartbeat;
  const shown = !pingToken.startsWith("*");
  return [
    h(
      Card,
      { id: "ping", title: "Ping URL" },
      h("p", { class: "soft" }, "The job requests it when it has ended. Append /start when it begins, /fail or its exit code when it fails."),
      shown ? h(Copyable, { label: "the ping URL", text: pingUrl }) : h("p", null, "A read-only key does not show it."),
      shown && h(Copyable, { label: "the command that pings", text: `curl -fsS -m 10 --retry 3 ${pingUrl}` }),
    ),
    h(Card, { id: "events", title: "Events" }, events.length === 0 ? h(Empty, null, "No ping has come yet.") : h("ul", { class: "rows" }, events.map((one) => h(Event, { key: one.id, one })))),
  ];
}

export const HEARTBEAT_MONITOR = {
  type: "HEARTBEAT",
  word: "Heartbeat",
  about: "Waits for pings of a job, and fails when none comes in time.",
  checks: "/v1/checks/heartbeat",
  analytics: "/v1/analytics/heartbeat-checks",
  waits: true,
  member: "heartbeat",
  retriesNetwork: false,
  limits: { degraded: "", max: "", most: 30000 },
  phases: [],
  assertions: null,

  values: (heartbeat) => ({
    schedule: heartbeat.cron ? "cron" : "period",
    period: String(heartbeat.period ?? 1),
    periodUnit: heartbeat.periodUnit ?? "days",
    grace: String(heartbeat.grace ?? 1),
    graceUnit: heartbeat.graceUnit ?? "hours",
    cron: heartbeat.cron ?? "",
    timezone: heartbeat.timezone ?? "",
  }),

  request: (values) => ({
    ...(values.schedule === "cron"
      ? { cron: values.cron.trim(), ...(values.timezone.trim() && { timezone: values.timezone.trim() }) }
      : { period: Number(values.period), periodUnit: values.periodUnit }),
    grace: Number(values.grace),
    graceUnit: values.graceUnit,
  }),

  judge(values, say) {
    const whole = (value) => /^\d{1,8}$/.test(value.trim());
    const seconds = (value, unit) => Number(value) * SECONDS[unit];
    const cron = values.schedule === "cron";
    const period = seconds(values.period, values.periodUnit);
    say("period", !cron && (!whole(values.period) || period < 30 || period > YEAR), "Period must be from 30 seconds to 365 days.");
    say("cron", cron && values.cron.trim().split(/\s+/).length !== 5, "Enter a cron expression of five fields.");
    say("grace", !whole(values.grace) || seconds(values.grace, values.graceUnit) > YEAR, "Grace must be at most 365 days.");
  },

  places: [
    [/^\/heartbeat\/period/, () => ["period", "Period"]],
    [/^\/heartbeat\/cron$/, () => ["cron", "Cron expression"]],
    [/^\/heartbeat\/timezone$/, () => ["timezone", "Time zone"]],
    [/^\/heartbeat\/grace/, () => ["grace", "Grace"]],
    [/^\/heartbeat/, () => ["period", "Period"]],
  ],
  Target,
  Details: () => null,
  Cards,

  target: expected,
  failure: "",
  facts: () => [],
  result: () => null,
  answered: () => true,
  response: (run) => (run.responseTime > 0 ? millis(run.responseTime) : null),
};
