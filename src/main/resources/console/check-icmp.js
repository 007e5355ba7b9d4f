// ICMP monitors: pings, and how many of them are answered.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Section, Side, Text, Tick } from "./fields.js";
import { IpFamily } from "./ip-family.js";
import { counted, millis } from "./words.js";

const latency = (word) => ({ word: `Latency, ${word}`, number: true, unit: "ms", first: "LESS_THAN" });

/** What can be compared: a latency by its source and its property, the JSON by its source alone. */
const SOURCES = {
  "LATENCY.avg": latency("average"),
  "LATENCY.min": latency("minimum"),
  "LATENCY.max": latency("maximum"),
  "LATENCY.stdDev": latency("standard deviation"),
  JSON_RESPONSE: { word: "Response as JSON", property: "JSONPath", sample: "$.packetsReceived", regex: true },
};

const ASSERTIONS = {
  name: "icmpAssertions",
  sources: SOURCES,
  fresh: { source: "LATENCY.avg", comparison: "LESS_THAN", target: "", property: "", regex: "" },
  seen: (one) => (`LATENCY.${one.property}` in SOURCES && one.source === "LATENCY" ? { ...one, source: `LATENCY.${one.property}`, property: "" } : one),
};

/** An assertion of the form by its name in the API. */
function sent(one) {
  const [source, property] = one.source.split(".");
  return property ? { ...one, source, property } : one;
}

/** Why pings that were answered did not pass. */
const OF_THE_ANSWER = ["ASSERTION", "PACKET_LOSS", "SOME_PACKET_LOSS", "SHOULD_HAVE_FAILED"];

/** What a run must see to pass, as these values say. */
const expects = (form) => (form.value("shouldFail") ? "passes when no ping is answered" : demand(form, ASSERTIONS) || "passes when enough pings are answered");

function Target({ form }) {
  return h(
    Side,
    null,
    h(Text, { form, name: "hostname", label: "Host name", hint: `Or an IP address; ${expects(form)}.`, placeholder: "router.example.com", spellcheck: false, autocapitalize: "off" }),
    h(Text, { form, name: "pingCount", label: "Pings in a run", hint: "1 to 50, one each half second.", inputMode: "numeric" }),
  );
}

function Details({ form }) {
  const count = summary(form, ASSERTIONS);
  return h(
    Section,
    { title: "Assertions", summary: count || "default", open: count !== "" },
    h(Assertions, { form, of: ASSERTIONS, label: "Assertions", hint: "All must hold, besides the limits of the packet loss." }),
    h(Tick, { form, name: "shouldFail", label: "Expect no answer", hint: "Passes while no ping is answered; assertions do not count then." }),
    h(IpFamily, { form }),
  );
}

/** What a result says of its pings. */
function shown({ resolvedIp, packetsSent, packetsReceived, packetLoss, latency: took }) {
  return [
    ["Address", resolvedIp],
    ["Answered", `${packetsReceived} of ${counted(packetsSent, "ping")}`],
    ["Packet loss", `${packetLoss} %`],
    took.avg !== null && ["Latency", `${took.avg} ms on average, ${took.min} to ${took.max} ms, standard deviation ${took.stdDev} ms`],
  ];
}

const line = ({ sequence, success, rtt, ttl }) => `${sequence}: ${success ? `${rtt} ms${ttl === null ? "" : `, ttl ${ttl}`}` : "no reply"}`;

export const ICMP_MONITOR = {
  type: "ICMP",
  word: "ICMP",
  about: "Pings a host, and judges how many pings are answered and how long that takes.",
  checks: "/v1/checks/icmp",
  tests: "/v1/check-tests/icmp",
  analytics: "/v1/analytics/icmp",
  retriesNetwork: false,
  limits: { degraded: "10", max: "20", most: 100, word: "Packet loss", fact: "Packet loss", unit: "%", members: ["degradedPacketLossThreshold", "maxPacketLossThreshold"], needed: true },
  phases: ["total"],
  assertions: ASSERTIONS,

  values: (request) => ({
    hostname: request.hostname ?? "",
    pingCount: String(request.pingCount ?? 10),
    ipFamily: request.ipFamily ?? "IPv4",
    icmpAssertions: rowsOf(request.assertions?.map(ASSERTIONS.seen), ASSERTIONS),
  }),

  request: (values) => ({
    hostname: values.hostname.trim(),
    ipFamily: values.ipFamily,
    pingCount: Number(values.pingCount),
    assertions: assertionsOf(values.icmpAssertions, ASSERTIONS).map(sent),
  }),

  judge(values, say) {
    const hostname = values.hostname.trim();
    const pings = values.pingCount.trim();
    say("hostname", !hostname, "Enter a host name or an IP address.");
    say("hostname", !/^[^\s/:?#@[\]]+$/.test(hostname) && !/^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(hostname), "Enter only a host name or an IP address, without https:// and port.");
    say("hostname", hostname.length > 253, "Host name is too long (at most 253 characters).");
    say("pingCount", !/^\d+$/.test(pings) || Number(pings) < 1 || Number(pings) > 50, "Enter a number of pings from 1 to 50.");
    judgeRows(values.icmpAssertions, ASSERTIONS, say);
  },

  places: [
    [/^\/request\/hostname$/, () => ["hostname", "Host name"]],
    [/^\/request\/pingCount$/, () => ["pingCount", "Pings in a run"]],
    ...placesOf(ASSERTIONS),
  ],
  Target,
  Details,

  target: ({ hostname }) => hostname,
  failure: "no answer",
  facts: ({ pingCount }) => [["Pings in a run", String(pingCount)]],

  result(run) {
    const { icmpCheckResult: result } = run;
    const response = result?.response;
    return (
      result && {
        facts: response ? shown(response) : [["Host", result.request.hostname]],
        phases: response?.packetsReceived > 0 ? { total: run.responseTime } : null,
        assertions: result.assertions,
        texts: [["Pings", response?.pingResults.map(line).join("\n")]],
      }
    );
  },

  answered: ({ reason }) => reason === null || OF_THE_ANSWER.includes(reason),
  response: (run, failing) => (failing ? null : millis(run.responseTime)),
};
