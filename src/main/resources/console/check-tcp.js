// TCP monitors: a connection, and what the server sends over it.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Area, Section, Side, Text, Tick } from "./fields.js";
import { IpFamily } from "./ip-family.js";
import { counted, millis } from "./words.js";

/** Characters of received data that are kept with a result. */
const KEPT = 4096;

/** Why a connection that was made did not pass. */
const OF_THE_ANSWER = ["ASSERTION", "TOO_SLOW", "SLOW", "SHOULD_HAVE_FAILED"];

const ASSERTIONS = {
  name: "tcpAssertions",
  sources: {
    RESPONSE_DATA: { word: "Response data", property: "JSONPath", regex: true },
    RESPONSE_TIME: { word: "Response time", number: true, unit: "ms", first: "LESS_THAN" },
  },
  fresh: { source: "RESPONSE_DATA", comparison: "CONTAINS", target: "", property: "", regex: "" },
};

const ends = (data) => /\r\n/.test(data);
const lines = (data) => data.replace(/\r\n?/g, "\n");

/** What is sent: a text area knows one kind of line break, so data that was not edited stays as it is stored. */
function dataOf(values, stored) {
  const before = stored?.data || "";
  if (lines(values.data) === lines(before) && values.crlf === ends(before)) {
    return before || null;
  }
  return lines(values.data).replace(/\n/g, values.crlf ? "\r\n" : "\n") || null;
}

/** What a run must see to pass, as these values say. */
const expects = (form) => (form.value("shouldFail") ? "passes when the connection fails" : demand(form, ASSERTIONS) || "passes once connected");

function Target({ form }) {
  return h(
    Side,
    null,
    h(Text, { form, name: "hostname", label: "Host name", hint: `Or an IP address; ${expects(form)}.`, placeholder: "mail.example.com", spellcheck: false, autocapitalize: "off" }),
    h(Text, { form, name: "port", label: "Port", hint: "1 to 65535.", inputMode: "numeric", placeholder: "25" }),
  );
}

function Details({ form }) {
  const data = form.value("data");
  const count = summary(form, ASSERTIONS);
  const sends = data === "" ? "" : "sends data";
  return h(
    Section,
    { title: "Data and assertions", summary: [sends, count].filter(Boolean).join(", ") || "default", open: count !== "" || data !== "" },
    h(Area, { form, name: "data", label: "Data to send", hint: `Sent once connected, each line break as ${form.value("crlf") ? "\\r\\n" : "\\n"}. Empty: nothing is sent.`, spellcheck: false }),
    data !== "" && h(Tick, { form, name: "crlf", label: "End lines with \\r\\n", hint: "As SMTP, HTTP and Redis expect." }),
    h(Assertions, { form, of: ASSERTIONS, label: "Assertions", hint: "All must hold. Data of the server is read only for an assertion on it, up to 10 kB." }),
    h(Tick, { form, name: "shouldFail", label: "Expect the connection to fail", hint: "Passes while the port is closed; assertions do not count then." }),
    h(IpFamily, { form }),
  );
}

export const TCP_MONITOR = {
  type: "TCP",
  word: "TCP",
  about: "Connects to a port, sends data if you give some, and judges the time and what the server sends.",
  checks: "/v1/checks/tcp",
  tests: "/v1/check-tests/tcp",
  analytics: "/v1/analytics/tcp-checks",
  retriesNetwork: false,
  limits: { degraded: "4000", max: "5000", most: 5000 },
  phases: ["dns", "tcp", "firstByte", "download"],
  assertions: ASSERTIONS,

  values: (request) => ({
    hostname: request.hostname ?? "",
    port: String(request.port ?? ""),
    data: lines(request.data ?? ""),
    crlf: ends(request.data ?? ""),
    ipFamily: request.ipFamily ?? "IPv4",
    tcpAssertions: rowsOf(request.assertions, ASSERTIONS),
  }),

  request: (values, stored) => ({
    hostname: values.hostname.trim(),
    port: Number(values.port),
    data: dataOf(values, stored),
    ipFamily: values.ipFamily,
    assertions: assertionsOf(values.tcpAssertions, ASSERTIONS),
  }),

  judge(values, say) {
    const hostname = values.hostname.trim();
    const port = values.port.trim();
    say("hostname", !hostname, "Enter a host name or an IP address.");
    say("hostname", !/^[^\s/:?#@[\]]+$/.test(hostname) && !/^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(hostname), "Enter only a host name or an IP address, without https:// and port.");
    say("hostname", hostname.length > 253, "Host name is too long (at most 253 characters).");
    say("port", !/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535, "Enter a port from 1 to 65535.");
    say("data", dataOf(values)?.length > 10000, "Data to send is too long (at most 10000 characters).");
    judgeRows(values.tcpAssertions, ASSERTIONS, say);
  },

  places: [
    [/^\/request\/hostname$/, () => ["hostname", "Host name"]],
    [/^\/request\/port$/, () => ["port", "Port"]],
    [/^\/request\/data$/, () => ["data", "Data to send"]],
    ...placesOf(ASSERTIONS),
  ],
  Target,
  Details,

  target: ({ hostname, port }) => `${hostname}:${port}`,
  failure: "the connection to fail",
  facts: ({ data }) => [data && ["Sends", h("code", { class: "words" }, data)]],

  result({ tcpCheckResult: result }) {
    const response = result?.response;
    return (
      result && {
        facts: [
          ["Connection", `${result.request.hostname}:${result.request.port}`],
          result.address && ["Address", result.address],
          response?.bytes > 0 && ["Received", counted(response.bytes, "byte")],
        ],
        phases: result.requestError ? null : result.timingPhases,
        assertions: result.assertions,
        texts: [
          ["Sent data", result.request.data],
          [response?.cut || response?.data?.length >= KEPT ? "Beginning of the received data" : "Received data", response?.data],
        ],
      }
    );
  },

  answered: ({ reason }) => reason === null || OF_THE_ANSWER.includes(reason),
  response: (run, failing) => (failing ? null : millis(run.responseTime)),
};
