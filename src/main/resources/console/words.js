// Labels of times, states and kinds.
import { format, numeral } from "./reader.js";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

const EXACT = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" };
const MINUTE = { timeStyle: "short" };
const SECOND = { timeStyle: "medium" };
const DAY = { dateStyle: "medium", timeStyle: "short" };
const DATE = { dateStyle: "short" };
const shown = (options, time) => (Number.isNaN(time.getTime()) ? "" : format(options).format(time));

/** The time, to the second, with its zone. */
export const exact = (at) => shown(EXACT, new Date(at));

/** The time of day, to the minute. */
export const hour = (at) => shown(MINUTE, new Date(at));

/** The time of day, with the day where it is not today. */
export function clock(at) {
  const time = new Date(at);
  return shown(shown(DATE, time) === shown(DATE, new Date()) ? SECOND : DAY, time);
}

/** A name as parts after which a line may break: addresses have no spaces. */
export const parted = (name) => name.split(/(?<=[@./_-])/);

/** A number with its noun. */
export const counted = (number, one, many = one + "s") => `${numeral(number)} ${number === 1 ? one : many}`;

/** How long ago, or how long until. */
export function ago(at) {
  const seconds = Math.round((new Date(at) - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || ["second", 1];
  return Math.abs(seconds) < 5 ? "just now" : relative.format(Math.trunc(seconds / size), unit);
}

/** A stretch of time in words: 3 h 12 min. */
export function lasting(seconds) {
  if (seconds == null) {
    return "–";
  }
  const parts = [];
  let left = Math.max(0, Math.round(seconds));
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 && parts.length < 2) {
      parts.push(`${count} ${unit}`);
    }
  }
  return parts.join(" ") || "0 s";
}

/** Milliseconds as people read them. */
export function millis(value) {
  if (value == null) {
    return "–";
  }
  return value >= 10000 ? (value / 1000).toFixed(1) + " s" : (value >= 100 ? Math.round(value) : Number(value.toFixed(1))) + " ms";
}

/** A share in per cent, never rounded up to all. */
export function percent(value) {
  if (value == null) {
    return "–";
  }
  return value === 100 ? "100 %" : (Math.floor(value * 1000) / 1000).toFixed(value >= 99 ? 3 : 1) + " %";
}

/** States of monitors: word and colour. */
export const STATES = {
  FAILING: { word: "Failing", tone: "bad" },
  DEGRADED: { word: "Degraded", tone: "warn" },
  NO_DATA: { word: "No data yet", tone: "none" },
  PASSING: { word: "Passing", tone: "good" },
  PAUSED: { word: "Paused", tone: "none" },
};

/** Verdict of a run. */
export function verdict(result) {
  if (result.resultType === "MISSED") {
    return { word: "Did not run", tone: "none" };
  }
  if (result.hasErrors) {
    return { word: "Belfry failed", tone: "none" };
  }
  return result.hasFailures ? { word: "Failed", tone: "bad" } : result.isDegraded ? { word: "Degraded", tone: "warn" } : { word: "Passed", tone: "good" };
}

/** What the run of an alert found at a location. */
export const FOUND = {
  FAILED: { word: "Failed", tone: "bad" },
  DEGRADED: { word: "Degraded", tone: "warn" },
  PASSED: { word: "Passed", tone: "good" },
  OBSERVER_FAULT: { word: "Belfry failed", tone: "none" },
  MISSED: { word: "Did not run", tone: "none" },
  OUTSTANDING: { word: "No result yet", tone: "none" },
};

/** Types of alerts. */
export const ALERTS = {
  ALERT_FAILURE: { word: "Failure", tone: "bad" },
  ALERT_FAILURE_REMAIN: { word: "Still failing", tone: "bad" },
  ALERT_FAILURE_DEGRADED: { word: "Failing, now degraded", tone: "warn" },
  ALERT_RECOVERY: { word: "Recovery", tone: "good" },
  ALERT_DEGRADED: { word: "Degraded", tone: "warn" },
  ALERT_DEGRADED_REMAIN: { word: "Still degraded", tone: "warn" },
  ALERT_DEGRADED_FAILURE: { word: "Degraded, now failing", tone: "bad" },
  ALERT_DEGRADED_RECOVERY: { word: "Recovery from degraded", tone: "good" },
  ALERT_SSL: { word: "Certificate expires soon", tone: "warn" },
};

/** States of a message. */
export const MESSAGES = {
  SUCCESS: { word: "Delivered", tone: "good" },
  FAILURE: { word: "Given up", tone: "bad" },
  IN_PROGRESS: { word: "Waiting", tone: "warn" },
};

/** How a channel does. */
export const HEALTH = {
  OK: { word: "Working", tone: "good" },
  FAILING: { word: "Failing", tone: "bad" },
  NOT_CONFIGURED: { word: "Not configured", tone: "warn" },
  UNKNOWN: { word: "Never used", tone: "none" },
};

/** Kinds of channels. */
export const CHANNELS = {
  EMAIL: "E-mail",
  SLACK: "Slack",
  SLACK_APP: "Slack app",
  WEBHOOK: "Webhook",
  SMS: "Text message",
  PAGERDUTY: "PagerDuty",
  OPSGENIE: "Opsgenie",
  CALL: "Phone call",
  MEMBER: "Member",
};

/** How an incident stands. */
export const INCIDENTS = {
  INVESTIGATING: { word: "Investigating", tone: "bad" },
  IDENTIFIED: { word: "Identified", tone: "warn" },
  MONITORING: { word: "Monitoring", tone: "info" },
  RESOLVED: { word: "Resolved", tone: "good" },
};

/** How serious an incident is. */
export const SEVERITIES = { CRITICAL: "Critical", MAJOR: "Major", MEDIUM: "Medium", MINOR: "Minor" };

const ACTORS = { PUBLIC: "a visitor", SYSTEM: "the service", COMMAND: "a command", FILE: "files at the start", DATABASE: "the database" };

/** Who changed something, as the audit log and the list of what was deleted have it. */
export function actor({ type, name, id }) {
  if (type === "USER") {
    return name || "a former member";
  }
  return type === "KEY" ? `key ${name || id}` : ACTORS[type];
}

/** The name of a channel; never the address of a webhook, which holds a secret. */
export function receiver(type, config) {
  const named = config?.name || config?.address || config?.channelName || config?.serviceName || config?.number || config?.account || config?.slackChannels?.join(", ") || config?.channel;
  if (named) {
    return named;
  }
  try {
    return `${CHANNELS[type] || type} (${new URL(config.url).host})`;
  } catch {
    return CHANNELS[type] || type;
  }
}
