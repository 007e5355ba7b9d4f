// Between the quiet hours of a channel and the rows of its form.
import { h } from "./dom.js";
import { Rows } from "./fields.js";
import { reader } from "./reader.js";

const DAYS = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const COLUMNS = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
  { name: "timeZone", label: "Time zone" },
  { name: "days", label: "Days" },
];

function fresh(personal) {
  return { from: "22:00", to: "07:00", timeZone: personal ? "" : reader.zone, days: "", levels: [] };
}

function short(day) {
  return day.charAt(0) + day.slice(1, 3).toLowerCase();
}

/** The days that a text such as "Mon, Tue" names; undefined for a word that is none. */
function daysOf(text) {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (word.length < 3 ? undefined : DAYS.find((day) => day.startsWith(word.toUpperCase()))));
}

export function rowsOf(quietHours) {
  return (quietHours || []).map(({ from, to, timeZone = "", weekdays, levels }) => ({ from, to, timeZone, days: (weekdays || []).map(short).join(", "), levels: levels || [] }));
}

export function hoursOf(rows) {
  return rows.map(({ from, to, timeZone, days, levels }) => ({ ...(timeZone.trim() ? { timeZone: timeZone.trim() } : {}), from: from.trim(), to: to.trim(), ...(days.trim() ? { weekdays: daysOf(days) } : {}), ...(levels.length > 0 ? { levels } : {}) }));
}

/** `personal` ones may leave the time zone to the profile. */
export function problemsOf(rows, personal) {
  const problems = {};
  rows.forEach((row, at) => {
    for (const name of ["from", "to"]) {
      if (!TIME.test(row[name].trim())) {
        problems[`quietHours.${at}.${name}`] = "Enter a time such as 22:00.";
      }
    }
    if (!personal && !row.timeZone.trim()) {
      problems[`quietHours.${at}.timeZone`] = "Enter a time zone such as Europe/Berlin.";
    }
    if (daysOf(row.days).includes(undefined)) {
      problems[`quietHours.${at}.days`] = "Enter days such as Mon, Tue, or nothing for every day.";
    }
  });
  return problems;
}

export const QUIET_PLACES = [[/^\/quietHours\/(\d+)\/(from|to|timeZone)/, ([, at, member]) => [`quietHours.${at}.${member}`, `Quiet hours ${Number(at) + 1}`]]];

export function QuietHours({ form, personal }) {
  return [
    h(Rows, { form, name: "quietHours", label: "Quiet hours", one: "quiet hours", fresh: fresh(personal), columns: COLUMNS }),
    form.value("quietHours").length > 0 && h("p", { class: "hint" }, "Alerts wait until the end, and what has recovered by then is not sent. Days such as Mon, Tue; none for every day." + (personal ? " Without a time zone, yours." : "")),
  ];
}
