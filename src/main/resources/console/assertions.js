// Assertions of checks: in the form, in a request, and in a result. A type of check has a set of them:
//
//   name      the field of the form that holds the rows
//   sources   what can be compared, by its name in the API, each with
//     word      the word for it
//     number    whether it is a number; otherwise it is a text
//     unit      of the number
//     first     the comparison that a row of this source begins with; by default the first one
//     wrong     (target) => what is wrong with a target; nothing when it is as it should be
//     property  label of the part that can be selected; none where nothing can be selected
//     sample    an example of such a part; by default a JSONPath
//     regex     whether a regular expression can cut out a part
//     only      the comparisons that a text has; by default all of them
//   fresh     a new row
//   seen      (outcome) => the outcome with a source of this set; none where the API's are the same
import { Badge, h } from "./dom.js";
import { Rows } from "./fields.js";
import { counted } from "./words.js";

const NUMBERS = { EQUALS: "equals", NOT_EQUALS: "does not equal", LESS_THAN: "is less than", GREATER_THAN: "is greater than" };
const TEXTS = {
  CONTAINS: "contains",
  NOT_CONTAINS: "does not contain",
  ...NUMBERS,
  IS_EMPTY: "is empty",
  NOT_EMPTY: "is not empty",
  HAS_KEY: "has the key",
  NOT_HAS_KEY: "does not have the key",
  HAS_VALUE: "has the value",
  NOT_HAS_VALUE: "does not have the value",
  IS_NULL: "is null",
  NOT_NULL: "is not null",
};
const ALONE = ["IS_EMPTY", "NOT_EMPTY", "IS_NULL", "NOT_NULL"];
const MAY_BE_EMPTY = ["EQUALS", "NOT_EQUALS", "HAS_VALUE", "NOT_HAS_VALUE"];
const LONGEST = 2048;
const SHORT = 80;

const comparisons = (source) => (source.number ? NUMBERS : source.only ? Object.fromEntries(source.only.map((one) => [one, TEXTS[one]])) : TEXTS);
const hasTarget = (comparison) => !ALONE.includes(comparison);

/** How many assertions there are; nothing without one. */
export const summary = (form, { name }) => (form.value(name).length > 0 ? counted(form.value(name).length, "assertion") : "");

/** What the assertions of a form ask for; nothing without one. */
export function demand(form, { name }) {
  const count = form.value(name).length;
  return count === 0 ? "" : count === 1 ? "the assertion must hold" : `all ${count} assertions must hold`;
}

/** The rows of a form. A source that lacks the comparison of a row brings its own. */
export function Assertions({ form, of: { name, sources, fresh }, label, hint }) {
  const several = Object.keys(sources).length > 1;
  const columns = ({ source, comparison }) => [
    several && { name: "source", label: "Source", options: Object.entries(sources).map(([one, { word, unit }]) => [one, unit ? `${word} (${unit})` : word]) },
    { name: "comparison", label: "Comparison", options: Object.entries(comparisons(sources[source])).map(([one, words]) => [one, several ? words : `${sources[source].word} ${words}`]) },
    hasTarget(comparison) && { name: "target", label: several ? "Target" : sources[source].word, props: sources[source].number ? { inputMode: "numeric" } : { spellcheck: false } },
  ].filter(Boolean);
  const more = ({ source }) =>
    [
      sources[source].property && { name: "property", label: sources[source].property, props: { spellcheck: false, placeholder: sources[source].sample ?? "$.status" } },
      sources[source].regex && { name: "regex", label: "Regular expression", props: { spellcheck: false, placeholder: "^220 (\\w+)" } },
    ].filter(Boolean);
  const fit = (row) => (row.comparison in comparisons(sources[row.source]) ? row : { ...row, comparison: sources[row.source].first ?? Object.keys(comparisons(sources[row.source]))[0] });
  return h(Rows, { form, name, label, hint, one: "assertion", shape: several ? "sourced" : "", fresh, fit, columns, more: { title: "Only a part", hint: "The JSONPath selects from data that is JSON; the regular expression takes its first match, or the first group of it.", columns: more } });
}

/** The rows of stored assertions. */
export const rowsOf = (assertions, { fresh }) => (assertions || []).map(({ source, comparison, target, property, regex }) => ({ source: source ?? fresh.source, comparison: comparison ?? "EQUALS", target: target ?? "", property: property ?? "", regex: regex ?? "" }));

/** The assertions of a request; members that a row does not show are left out. */
export function assertionsOf(rows, { sources }) {
  return rows.map(({ source, comparison, target, property, regex }) => {
    const of = sources[source];
    return {
      source,
      comparison,
      target: !hasTarget(comparison) ? "" : of.number ? target.trim() : target,
      ...(of.property && { property: property.trim() }),
      ...(of.regex && { regex }),
    };
  });
}

/** Says what is wrong with the rows. */
export function judgeRows(rows, { name, sources }, say) {
  rows.forEach(({ source, comparison, target, property, regex }, at) => {
    const of = sources[source];
    const wrong = (column, when, message) => say(`${name}.${at}.${column}`, when, message);
    if (hasTarget(comparison)) {
      const fault = of.wrong?.(target.trim());
      wrong("target", fault, fault);
      wrong("target", of.number && !/^[+-]?\d{1,18}(\.\d{1,18})?$/.test(target.trim()), "Enter a number.");
      wrong("target", !of.number && target === "" && !MAY_BE_EMPTY.includes(comparison), "Enter a text to compare with.");
      wrong("target", target.length > LONGEST, `Target is too long (at most ${LONGEST} characters).`);
    }
    wrong("property", of.property && property.length > LONGEST, `${of.property} is too long (at most ${LONGEST} characters).`);
    wrong("regex", of.regex && regex.length > LONGEST, `Regular expression is too long (at most ${LONGEST} characters).`);
  });
}

/** Where the form has the members of assertions. */
export const placesOf = ({ name }) => [
  [/^\/request\/assertions\/(\d+)(?:\/(\w+))?/, ([, at, column = "target"]) => [`${name}.${at}.${column}`, `Assertion ${Number(at) + 1}`]],
  [/^\/request\/assertions$/, () => [name, "Assertions"]],
];

const quoted = (text) => `“${text}”`;
const measured = (number, source) => [number, source?.unit].filter(Boolean).join(" ");

/** An assertion in words. */
export function words(assertion, { sources, seen = (same) => same }) {
  const { source, comparison, target, property, regex } = seen(assertion);
  const of = sources[source];
  return [of?.word ?? source, property && `at ${property}`, regex && `matched by ${quoted(regex)}`, TEXTS[comparison] ?? comparison, hasTarget(comparison) && (of?.number ? measured(target, of) : quoted(target))].filter(Boolean).join(" ");
}

/** The outcomes of assertions. A long text that was compared stands beneath. */
export function Outcomes({ of, set }) {
  return h("ul", { class: "assertions" }, of.map((one, at) => h(Outcome, { key: at, one: set.seen ? set.seen(one) : one, set })));
}

function Outcome({ one, set }) {
  const { actual, passed, error } = one;
  const text = typeof actual === "string" ? actual.trim() : "";
  const long = text.length > SHORT || /[\r\n]/.test(text);
  const was = actual == null ? "there was no value" : long ? "it was" : `it was ${typeof actual === "string" ? quoted(text) : measured(actual, set.sources[one.source])}`;
  return h(
    "li",
    null,
    h("p", null, h(Badge, { tone: passed ? "good" : "bad" }, passed ? "Passed" : "Failed"), actual == null && error ? error.charAt(0).toUpperCase() + error.slice(1) : `${words(one, set)}; ${was}`),
    long && h("pre", { tabIndex: 0 }, text),
  );
}
