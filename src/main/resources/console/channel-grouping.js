// Grouping of alerts in the form of a channel.
import { h } from "./dom.js";
import { Section, Side, Text, Tick } from "./fields.js";

const TERM = /^(CHECK_GROUP|TAGS|HOST|ADDRESS|FAILURE|TAG:.{1,100})$/;
const NUMBERS = [
  ["waitSeconds", "groupWait", 30, "Wait before the first message", "seconds", 0, 3600],
  ["intervalSeconds", "groupInterval", 300, "Pause between messages", "seconds", 10, 86400],
  ["repeatMinutes", "groupRepeat", 240, "Repeat without news after", "minutes", 1, 10080],
];

export function groupingValues(channel) {
  const grouping = channel?.grouping;
  return {
    grouped: Boolean(grouping),
    groupBy: (grouping?.by ?? ["CHECK_GROUP"]).join(", "),
    ...Object.fromEntries(NUMBERS.map(([member, name, preset]) => [name, String(grouping?.[member] ?? preset)])),
  };
}

function termsOf(values) {
  return values.groupBy.split(",").map((one) => one.trim()).filter(Boolean);
}

/** Nothing for a channel that did not group and does not. */
export function groupingBody(values, channel) {
  if (!values.grouped) {
    return channel?.grouping ? { grouping: null } : {};
  }
  return { grouping: { by: termsOf(values), ...Object.fromEntries(NUMBERS.map(([member, name]) => [member, Number(values[name])])) } };
}

export function groupingProblems(values) {
  const problems = {};
  if (!values.grouped) {
    return problems;
  }
  const terms = termsOf(values);
  if (terms.length > 5 || new Set(terms).size < terms.length || !terms.every((one) => TERM.test(one))) {
    problems.groupBy = "Terms must be at most five different ones of CHECK_GROUP, TAGS, TAG:name, HOST, ADDRESS, FAILURE.";
  }
  for (const [, name, , label, , least, most] of NUMBERS) {
    const number = Number(values[name]);
    if (values[name].trim() === "" || !(Number.isInteger(number) && number >= least && number <= most)) {
      problems[name] = `${label}: a whole number from ${least} to ${most}.`;
    }
  }
  return problems;
}

export const GROUPING_PLACES = [
  ...NUMBERS.map(([member, name, , label]) => [new RegExp(`^/grouping/${member}`), () => [name, label]]),
  [/^\/grouping/, () => ["groupBy", "Terms"]],
];

export function GroupingFields({ form }) {
  const on = form.value("grouped");
  return [
    h(Tick, { form, name: "grouped", label: "Group alerts", hint: "One message with a count, updated while the problem goes on." }),
    on && h(Text, { form, name: "groupBy", label: "Group by", hint: "CHECK_GROUP, TAGS, TAG:name, HOST, ADDRESS, FAILURE, separated by commas. Empty: one group of all.", wide: true }),
    on && h(Side, null, NUMBERS.map(([, name, , label, unit]) => h(Text, { key: name, form, name, label, unit, inputMode: "numeric" }))),
  ];
}

export function Grouping({ form }) {
  const on = form.value("grouped");
  return h(Section, { title: "One message for many", summary: on ? "on" : "off", open: on }, h(GroupingFields, { form }));
}
