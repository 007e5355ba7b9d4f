// DNS monitors: a query to a name server, and the records that it answers.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Section, Select, Side, Text, Tick } from "./fields.js";
import { counted, millis } from "./words.js";

const RECORDS = ["A", "AAAA", "CNAME", "MX", "NS", "TXT", "SOA", "CAA", "SRV", "HTTPS"];
const PROTOCOLS = [["UDP", "UDP"], ["TCP", "TCP"]];

/** Why an answer did not pass. */
const OF_THE_ANSWER = ["ASSERTION", "TOO_SLOW", "SLOW", "SHOULD_HAVE_FAILED", "RESPONSE_CODE", "NO_RECORD"];

const ASSERTIONS = {
  name: "dnsAssertions",
  sources: {
    RESPONSE_CODE: { word: "Response code", first: "EQUALS" },
    TEXT_ANSWER: { word: "Records as text", regex: true },
    JSON_ANSWER: { word: "Answer as JSON", property: "JSONPath", regex: true },
    RESPONSE_TIME: { word: "Response time", number: true, unit: "ms", first: "LESS_THAN" },
  },
  fresh: { source: "TEXT_ANSWER", comparison: "CONTAINS", target: "", property: "", regex: "" },
};

/** What a run must see to pass, as these values say. */
const expects = (form) => demand(form, ASSERTIONS) || (form.value("shouldFail") ? "passes when there is no such record" : "passes when there is such a record");

function Target({ form }) {
  return h(
    Side,
    null,
    h(Text, { form, name: "query", label: "Domain name", hint: `Without https://; ${expects(form)}.`, placeholder: "example.com", spellcheck: false, autocapitalize: "off" }),
    h(Select, { form, name: "recordType", label: "Record type", options: RECORDS.map((one) => [one, one]) }),
  );
}

function Details({ form }) {
  const server = form.value("nameServer").trim();
  const count = summary(form, ASSERTIONS);
  return h(
    Section,
    { title: "Name server and assertions", summary: [server, count].filter(Boolean).join(", ") || "default", open: count !== "" || server !== "" },
    h(
      Side,
      null,
      h(Text, { form, name: "nameServer", label: "Name server", hint: "Host name or IP address. Empty: those of the instance that probes.", placeholder: "1.1.1.1", spellcheck: false, autocapitalize: "off" }),
      h(Text, { form, name: "serverPort", label: "Port of the name server", hint: "Empty: 53.", inputMode: "numeric", placeholder: "53" }),
    ),
    h(Side, null, h(Select, { form, name: "protocol", label: "Protocol", options: PROTOCOLS })),
    h(Assertions, { form, of: ASSERTIONS, label: "Assertions", hint: "All must hold. Records are lines such as: example.com. 300 IN A 203.0.113.7" }),
    h(Tick, { form, name: "shouldFail", label: "Expect no record", hint: "Passes while the name server answers that there is none." }),
  );
}

export const DNS_MONITOR = {
  type: "DNS",
  word: "DNS",
  about: "Asks a name server for records, and judges the time and what it answers.",
  checks: "/v1/checks/dns",
  tests: "/v1/check-tests/dns",
  analytics: "/v1/analytics/dns",
  retriesNetwork: false,
  everyMinuteAtMost: true,
  limits: { degraded: "500", max: "1000", most: 5000 },
  phases: ["dns", "tcp", "firstByte"],
  assertions: ASSERTIONS,

  values: (request) => ({
    query: request.query ?? "",
    recordType: request.recordType ?? "A",
    nameServer: request.nameServer ?? "",
    serverPort: String(request.port ?? ""),
    protocol: request.protocol ?? "UDP",
    dnsAssertions: rowsOf(request.assertions, ASSERTIONS),
  }),

  request: (values) => ({
    query: values.query.trim(),
    recordType: values.recordType,
    nameServer: values.nameServer.trim() || null,
    port: values.nameServer.trim() && values.serverPort.trim() ? Number(values.serverPort) : null,
    protocol: values.protocol,
    assertions: assertionsOf(values.dnsAssertions, ASSERTIONS),
  }),

  judge(values, say) {
    const query = values.query.trim();
    const server = values.nameServer.trim();
    const port = values.serverPort.trim();
    say("query", !query, "Enter a domain name.");
    say("query", !/^[^\s/:?#@]+$/.test(query), "Enter only a domain name, without https:// and port.");
    say("query", query.length > 253, "Domain name is too long (at most 253 characters).");
    say("nameServer", /[\s/?#@]/.test(server), "Enter only a host name or an IP address.");
    say("serverPort", port !== "" && (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535), "Enter a port from 1 to 65535.");
    judgeRows(values.dnsAssertions, ASSERTIONS, say);
  },

  places: [
    [/^\/request\/query$/, () => ["query", "Domain name"]],
    [/^\/request\/nameServer$/, () => ["nameServer", "Name server"]],
    [/^\/request\/port$/, () => ["serverPort", "Port of the name server"]],
    ...placesOf(ASSERTIONS),
  ],
  Target,
  Details,

  target: ({ query, recordType }) => `${query} ${recordType}`,
  failure: "no record",
  facts: ({ nameServer, port, protocol }) => [
    ["Name server", nameServer ? (port ? `${nameServer}, port ${port}` : nameServer) : "those of the instance"],
    protocol === "TCP" && ["Protocol", "TCP"],
  ],

  result({ dnsCheckResult: result }) {
    const response = result?.response;
    return (
      result && {
        said: response?.responseCode,
        facts: [
          ["Query", `${result.request.query} ${result.request.recordType}`],
          response?.server && ["Name server", response.server],
          response?.answers?.length > 0 && ["Answered", counted(response.answers.length, "record")],
        ],
        phases: result.requestError ? null : result.timingPhases,
        assertions: result.assertions,
        texts: [["Records", response?.answers?.join("\n")]],
      }
    );
  },

  answered: ({ reason }) => reason === null || OF_THE_ANSWER.includes(reason),
  response: (run, failing) => (failing ? null : millis(run.responseTime)),
};
