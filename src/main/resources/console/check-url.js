// URL monitors: an HTTP request, judged by its status code.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Section, Text, Tick } from "./fields.js";
import { IpFamily } from "./ip-family.js";
import { millis } from "./words.js";

const ASSERTIONS = {
  name: "assertions",
  sources: { STATUS_CODE: { word: "Status code", number: true, wrong: (target) => !/^[1-5]\d\d$/.test(target) && "Enter a status code such as 200." } },
  fresh: { source: "STATUS_CODE", comparison: "EQUALS", target: "200", property: "", regex: "" },
};

/** What a run must see to pass, as these values say. */
const expects = (form) => demand(form, ASSERTIONS) || (form.value("shouldFail") ? "a status of 400 or more passes" : "a status below 400 passes");

function Target({ form }) {
  return h(Text, { form, name: "url", label: "Address", hint: `Requested with GET; ${expects(form)}.`, type: "url", placeholder: "https://example.com/" });
}

function Details({ form }) {
  return h(
    Section,
    { title: "Request and assertions", summary: summary(form, ASSERTIONS) || "default", open: summary(form, ASSERTIONS) !== "" },
    h(Assertions, { form, of: ASSERTIONS, label: "Assertions on the status code", hint: "All must hold. Without one, the rule under the address applies." }),
    h(
      "div",
      { class: "checks" },
      h(Tick, { form, name: "followRedirects", label: "Follow redirects" }),
      h(Tick, { form, name: "verify", label: "Verify the TLS certificate" }),
      h(Tick, { form, name: "traceparent", label: "Send traceparent", hint: "Traces of the target show the run." }),
      h(Tick, { form, name: "shouldFail", label: "Expect a failure", hint: "An error status such as 404 passes." }),
    ),
    h(IpFamily, { form }),
  );
}

export const URL_MONITOR = {
  type: "URL",
  word: "URL",
  about: "Requests an address of the web, and judges the status code.",
  checks: "/v1/checks/url",
  tests: "/v1/check-tests/url",
  analytics: "/v1/analytics/url-monitors",
  retriesNetwork: true,
  limits: { degraded: "3000", max: "5000", most: 30000 },
  phases: ["dns", "tcp", "tls", "firstByte", "download"],
  assertions: ASSERTIONS,

  values: (request) => ({
    url: request.url ?? "",
    followRedirects: request.followRedirects !== false,
    traceparent: request.traceparent === true,
    verify: !request.skipSSL,
    ipFamily: request.ipFamily ?? "IPv4",
    assertions: rowsOf(request.assertions, ASSERTIONS),
  }),

  request: (values) => ({
    url: values.url.trim(),
    method: "GET",
    followRedirects: values.followRedirects,
    ...(values.traceparent && { traceparent: true }),
    skipSSL: !values.verify,
    ipFamily: values.ipFamily,
    assertions: assertionsOf(values.assertions, ASSERTIONS),
  }),

  judge(values, say) {
    const url = values.url.trim();
    say("url", !url, "Enter an address.");
    say("url", !/^https?:\/\/[^\s/]+/i.test(url), "Enter an address that begins with https:// or http://.");
    say("url", url.length > 2048, "Address is too long (at most 2048 characters).");
    judgeRows(values.assertions, ASSERTIONS, say);
  },

  places: [[/^\/request\/url$/, () => ["url", "Address"]], ...placesOf(ASSERTIONS)],
  Target,
  Details,

  target: ({ url }) => h("a", { href: url, rel: "noreferrer", target: "_blank" }, url),
  failure: "a failure",
  facts: () => [],

  result({ apiCheckResult: result, traceId }) {
    const response = result?.response;
    return (
      result && {
        said: response && String(response.status),
        facts: [
          ["Request", `${result.request.method} ${result.request.url}`],
          result.address && ["Address", result.address],
          result.redirects?.length > 0 && ["Redirects", result.redirects.join(" → ")],
          traceId && ["Trace", traceId],
          response && ["Response", `${response.status} ${response.statusText}`],
        ],
        phases: response?.timingPhases,
        assertions: result.assertions,
        texts: [
          ["Response headers", Object.entries(response?.headers || {}).map(([name, value]) => `${name}: ${value}`).join("\n")],
          [response?.bodyCut ? "Beginning of the body" : "Body", response?.body],
        ],
      }
    );
  },

  answered: ({ statusCode }) => statusCode > 0,
  response: (run) => (run.statusCode ? millis(run.responseTime) : "no response"),
};
