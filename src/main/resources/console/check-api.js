// API checks: an HTTP request of any method, judged by status code, headers, body and time.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Area, Rows, Section, Select, Side, Text, Tick } from "./fields.js";
import { IpFamily } from "./ip-family.js";
import { URL_MONITOR } from "./check-url.js";
import { counted } from "./words.js";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const BODIES = [["NONE", "None"], ["JSON", "JSON"], ["FORM", "Form"], ["GRAPHQL", "GraphQL"], ["RAW", "Text"]];
const PAIR = [{ name: "key", label: "Name", props: { spellcheck: false } }, { name: "value", label: "Value", props: { spellcheck: false } }];
const FRESH = { key: "", value: "", locked: false };
const LONGEST_BODY = 32768;

const ASSERTIONS = {
  name: "apiAssertions",
  sources: {
    STATUS_CODE: { word: "Status code", number: true },
    JSON_BODY: { word: "JSON of the body", property: "JSONPath", regex: true, first: "EQUALS" },
    HEADERS: { word: "Header", property: "Name of the header", sample: "content-type", regex: true },
    TEXT_BODY: { word: "Text of the body", regex: true },
    RESPONSE_TIME: { word: "Response time", number: true, unit: "ms", first: "LESS_THAN" },
  },
  fresh: { source: "STATUS_CODE", comparison: "EQUALS", target: "200", property: "", regex: "" },
};

/** What a run must see to pass, as these values say. */
const expects = (form) => demand(form, ASSERTIONS) || (form.value("shouldFail") ? "a status of 400 or more passes" : "a status below 400 passes");

const pairsOf = (stored) => (stored || []).map(({ key, value, locked }) => ({ key, value: value ?? "", locked: Boolean(locked) }));
const named = (rows) => rows.map(({ key, value, locked }) => ({ key: key.trim(), value, locked }));
const hasPlaceholder = (text) => text.includes("{{");

function Target({ form }) {
  return h(
    Side,
    null,
    h(Select, { form, name: "method", label: "Method", options: METHODS.map((one) => [one, one]) }),
    h(Text, { form, name: "url", label: "Address", hint: `May have placeholders such as {{TOKEN}}; ${expects(form)}.`, placeholder: "https://api.example.com/orders", spellcheck: false, autocapitalize: "off" }),
  );
}

function Details({ form }) {
  const parts = [form.value("headers").length > 0 && counted(form.value("headers").length, "header"), form.value("bodyType") !== "NONE" && "body", form.value("username") && "user name"];
  const count = summary(form, ASSERTIONS);
  return [
    h(
      Section,
      { key: "request", title: "Request", summary: parts.filter(Boolean).join(", ") || "default", open: parts.some(Boolean) },
      h("p", { class: "hint soft" }, "Placeholders such as {{TOKEN}} stand for variables of the account and of the group. Results hide the secret ones."),
      h(Rows, { form, name: "headers", label: "Headers", one: "header", fresh: FRESH, columns: PAIR }),
      h(Rows, { form, name: "queryParameters", label: "Query parameters", one: "parameter", fresh: FRESH, columns: PAIR }),
      h(Select, { form, name: "bodyType", label: "Body", options: BODIES }),
      form.value("bodyType") !== "NONE" && h(Area, { form, name: "body", label: "Content of the body", rows: 6, spellcheck: false }),
      h(
        Side,
        null,
        h(Text, { form, name: "username", label: "User name", hint: "For basic authentication; empty means none.", spellcheck: false, autocapitalize: "off" }),
        h(Text, { form, name: "password", label: "Password", hint: form.value("hasPassword") ? "Stored; type to replace." : "Never shown again.", type: "password", autocomplete: "new-password" }),
      ),
      h(
        "div",
        { class: "checks" },
        h(Tick, { form, name: "followRedirects", label: "Follow redirects" }),
        h(Tick, { form, name: "verify", label: "Verify the TLS certificate" }),
        h(Tick, { form, name: "traceparent", label: "Send traceparent", hint: "Traces of the target show the run." }),
        h(Tick, { form, name: "shouldFail", label: "Expect a failure", hint: "An error status such as 404 passes." }),
      ),
      h(IpFamily, { form }),
    ),
    h(
      Section,
      { key: "assertions", title: "Assertions", summary: count || "default", open: count !== "" },
      h(Assertions, { form, of: ASSERTIONS, label: "Assertions on the response", hint: "All must hold. Without one, the rule under the address applies. Targets may have placeholders." }),
    ),
  ];
}

export const API_CHECK = {
  type: "API",
  word: "API",
  about: "Sends a request of any method with headers and a body, and judges the whole response.",
  checks: "/v1/checks/api",
  tests: "/v1/check-tests/api",
  analytics: "/v1/analytics/api-checks",
  retriesNetwork: true,
  limits: { degraded: "10000", max: "20000", most: 30000 },
  phases: URL_MONITOR.phases,
  assertions: ASSERTIONS,

  values: (request) => ({
    method: request.method ?? "GET",
    url: request.url ?? "",
    headers: pairsOf(request.headers),
    queryParameters: pairsOf(request.queryParameters),
    bodyType: request.bodyType ?? "NONE",
    body: request.body ?? "",
    username: request.basicAuth?.username ?? "",
    password: "",
    hasPassword: Boolean(request.basicAuth?.username),
    followRedirects: request.followRedirects !== false,
    traceparent: request.traceparent === true,
    verify: !request.skipSSL,
    ipFamily: request.ipFamily ?? "IPv4",
    apiAssertions: rowsOf(request.assertions, ASSERTIONS),
  }),

  request: (values) => ({
    method: values.method,
    url: values.url.trim(),
    headers: named(values.headers),
    queryParameters: named(values.queryParameters),
    bodyType: values.bodyType,
    body: values.bodyType === "NONE" ? "" : values.body,
    basicAuth: values.username === "" ? null : { username: values.username, ...(values.password !== "" && { password: values.password }) },
    followRedirects: values.followRedirects,
    ...(values.traceparent && { traceparent: true }),
    skipSSL: !values.verify,
    ipFamily: values.ipFamily,
    assertions: assertionsOf(values.apiAssertions, ASSERTIONS),
  }),

  judge(values, say) {
    const url = values.url.trim();
    say("url", !url, "Enter an address.");
    say("url", !/^https?:\/\/[^\s/]+/i.test(url) && !url.startsWith("{{"), "Enter an address that begins with https://, http:// or a placeholder such as {{HOST}}.");
    say("url", url.length > 2048, "Address is too long (at most 2048 characters).");
    values.headers.forEach(({ key, value }, at) => {
      say(`headers.${at}.key`, !hasPlaceholder(key) && !/^[!#$%&'*+.^_`|~\w-]+$/.test(key.trim()), "Enter the name of a header such as Authorization.");
      say(`headers.${at}.value`, /[\r\n]/.test(value), "Enter a value without line breaks.");
    });
    values.queryParameters.forEach(({ key }, at) => say(`queryParameters.${at}.key`, !key.trim(), "Enter a name."));
    say("body", values.bodyType !== "NONE" && values.body.length > LONGEST_BODY, `Body is too long (at most ${LONGEST_BODY} characters).`);
    judgeRows(values.apiAssertions, ASSERTIONS, say);
  },

  places: [
    [/^\/request\/url$/, () => ["url", "Address"]],
    [/^\/request\/headers\/(\d+)(?:\/(\w+))?/, ([, at, column = "key"]) => [`headers.${at}.${column}`, `Header ${Number(at) + 1}`]],
    [/^\/request\/queryParameters\/(\d+)(?:\/(\w+))?/, ([, at, column = "key"]) => [`queryParameters.${at}.${column}`, `Query parameter ${Number(at) + 1}`]],
    [/^\/request\/body$/, () => ["body", "Body"]],
    [/^\/request\/basicAuth\/username$/, () => ["username", "User name"]],
    [/^\/request\/basicAuth\/password$/, () => ["password", "Password"]],
    ...placesOf(ASSERTIONS),
  ],
  Target,
  Details,

  target: ({ method, url }) => (hasPlaceholder(url) ? `${method} ${url}` : h("a", { href: url, rel: "noreferrer", target: "_blank" }, `${method} ${url}`)),
  failure: "a failure",
  facts: ({ headers, queryParameters, bodyType, basicAuth }) => [
    headers?.length > 0 && ["Headers", headers.map(({ key }) => key).join(", ")],
    queryParameters?.length > 0 && ["Query parameters", queryParameters.map(({ key }) => key).join(", ")],
    bodyType && bodyType !== "NONE" && ["Body", BODIES.find(([kind]) => kind === bodyType)?.[1]],
    basicAuth?.username && ["User name", basicAuth.username],
  ],

  result(run) {
    const shown = URL_MONITOR.result(run);
    const sent = run.apiCheckResult?.request;
    return (
      shown && {
        ...shown,
        texts: [["Sent headers", Object.entries(sent.headers || {}).map(([name, value]) => `${name}: ${value}`).join("\n")], ["Sent body", sent.data], ...shown.texts],
      }
    );
  },

  answered: URL_MONITOR.answered,
  response: URL_MONITOR.response,
};
