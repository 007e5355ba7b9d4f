// When maintenance windows take place: their times in a time zone, and the next one of a series.
import { BROWSER_ZONE, format } from "./reader.js";

const DAY = 86400000;

/** Names of time zones, with that of the browser. */
export const ZONES = [...new Set(["UTC", BROWSER_ZONE, ...Intl.supportedValuesOf("timeZone")])];

function formatter(zone) {
  return new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/** The wall clock of a zone at a time, as if it were UTC, in milliseconds. */
function wall(at, zone) {
  const part = Object.fromEntries(formatter(zone).formatToParts(new Date(at)).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
}

/** The time at which the clock of a zone shows something; a skipped hour counts from its start. */
function instant(shown, zone) {
  const first = shown - (wall(shown, zone) - shown);
  return shown - (wall(first, zone) - first);
}

/** Text of an input for date and time, in a zone. */
export function toInput(at, zone) {
  return new Date(wall(at, zone)).toISOString().slice(0, 16);
}

/** The time that such a text means in a zone. */
export function fromInput(text, zone) {
  return new Date(instant(Date.parse(text + "Z"), zone));
}

/** A stretch of time in a zone: the day once where it is the same. */
export function stretch(from, to, zone) {
  return format({ timeZone: zone, dateStyle: "medium", timeStyle: "short" }).formatRange(new Date(from), new Date(to));
}

const zoneOf = (window) => window.timezone || "UTC";

function startOf(window, number) {
  const zone = zoneOf(window);
  const first = new Date(wall(window.startsAt, zone));
  const step = number * (window.repeatInterval || 1);
  if (window.repeatUnit === "MONTH") {
    const month = first.getUTCMonth() + step;
    const last = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return instant(Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), last), first.getUTCHours(), first.getUTCMinutes(), first.getUTCSeconds()), zone);
  }
  return number === 0 ? Date.parse(window.startsAt) : instant(first.getTime() + step * DAY * (window.repeatUnit === "WEEK" ? 7 : 1), zone);
}

/** The time that runs now, else the next one, else the last one; `state` says which. */
export function occurrence(window, now = Date.now()) {
  const length = Date.parse(window.endsAt) - Date.parse(window.startsAt);
  const until = window.repeatEndsAt ? Date.parse(window.repeatEndsAt) : Infinity;
  const size = { DAY, WEEK: 7 * DAY, MONTH: 31 * DAY }[window.repeatUnit] * (window.repeatInterval || 1);
  let number = window.repeatUnit ? Math.max(0, Math.floor((Math.min(now - length, until) - Date.parse(window.startsAt)) / size) - 1) : 0;
  let last;
  for (;;) {
    const from = startOf(window, number);
    if (number > 0 && from > until) {
      return { ...last, state: "past" };
    }
    last = { from, to: from + length };
    if (last.to > now) {
      return { ...last, state: from <= now ? "running" : "upcoming" };
    }
    if (!window.repeatUnit) {
      return { ...last, state: "past" };
    }
    number++;
  }
}

/** How often a window takes place, in words. */
export function rhythm(window) {
  if (!window.repeatUnit) {
    return "Once";
  }
  const unit = { DAY: "day", WEEK: "week", MONTH: "month" }[window.repeatUnit];
  const each = (window.repeatInterval || 1) === 1 ? "Every " + unit : `Every ${window.repeatInterval} ${unit}s`;
  return window.repeatEndsAt ? `${each} until ${format({ dateStyle: "medium", timeZone: zoneOf(window) }).format(new Date(window.repeatEndsAt))}` : each;
}

/** What a window does, in words. */
export function effects(window) {
  const tagged = (tags) => `tagged ${tags.join(", ")}`;
  return [
    window.pauseAllChecks && (window.tags.length ? `Monitors ${tagged(window.tags)} do not run` : "No monitor runs"),
    window.silenceAllAlerts ? "No alerts" : window.tags.length > 0 && !window.pauseAllChecks && `No alerts for monitors ${tagged(window.tags)}`,
    !window.silenceAllAlerts && window.silenceAlertsTags.length > 0 && `No alerts for monitors ${tagged(window.silenceAlertsTags)}`,
  ].filter(Boolean);
}
