// SSL monitors: a handshake, and the certificate that the server proves itself with.
import { h } from "./dom.js";
import { Assertions, assertionsOf, demand, judgeRows, placesOf, rowsOf, summary } from "./assertions.js";
import { Section, Select, Side, Text, Tick } from "./fields.js";
import { IpFamily } from "./ip-family.js";
import { counted, millis } from "./words.js";

const EQUAL = ["EQUALS", "NOT_EQUALS"];
const TEXT = ["CONTAINS", "NOT_CONTAINS", ...EQUAL];
const RESPONSE = [...TEXT, "GREATER_THAN", "LESS_THAN", "IS_EMPTY", "NOT_EMPTY"];
const VERSIONS = ["TLS1.0", "TLS1.1", "TLS1.2", "TLS1.3"];

const flag = (word) => ({ word, only: ["EQUALS"], wrong: (target) => (["true", "false"].includes(target) ? "" : "Enter true or false.") });

/** What can be compared: a fact by its source and its property, the rest by the source alone. */
const SOURCES = {
  "CERTIFICATE.daysUntilExpiry": { word: "Days until expiry", number: true, unit: "days", first: "GREATER_THAN" },
  "CERTIFICATE.issuerCN": { word: "Issuer", only: TEXT },
  "CERTIFICATE.subjectCN": { word: "Subject", only: TEXT },
  "CERTIFICATE.sans": { word: "Names", only: ["CONTAINS", "NOT_CONTAINS"] },
  "CERTIFICATE.keyAlgorithm": { word: "Key algorithm", only: EQUAL },
  "CERTIFICATE.keySizeBits": { word: "Key size", number: true, unit: "bits" },
  "CERTIFICATE.signatureAlgorithm": { word: "Signature algorithm", only: EQUAL },
  "CERTIFICATE.serialNumber": { word: "Serial number", only: EQUAL },
  "CERTIFICATE.fingerprintSha256": { word: "Fingerprint (SHA-256)", only: EQUAL },
  "CERTIFICATE.issuerFingerprintSha256": { word: "Fingerprint of the issuer", only: EQUAL },
  "CERTIFICATE.selfSigned": flag("Self-signed"),
  "CERTIFICATE.isCA": flag("May issue certificates"),
  "CONNECTION.tlsVersion": { word: "TLS version", only: [...EQUAL, "GREATER_THAN", "LESS_THAN"], wrong: (target) => (VERSIONS.includes(target) ? "" : `Enter one of ${VERSIONS.join(", ")}.`) },
  "CONNECTION.cipherSuite": { word: "Cipher suite", only: TEXT },
  "CONNECTION.chainTrusted": flag("Chain is trusted"),
  "CONNECTION.hostnameVerified": flag("Name is verified"),
  "CONNECTION.ocspStapled": flag("OCSP response is stapled"),
  "CONNECTION.ocspStatus": { word: "OCSP status", only: EQUAL },
  "CONNECTION.resolvedIp": { word: "IP address", only: TEXT },
  RESPONSE_TIME: { word: "Handshake time", number: true, unit: "ms", first: "LESS_THAN" },
  JSON_RESPONSE: { word: "Response as JSON", property: "JSONPath", regex: true, only: [...RESPONSE, "IS_NULL", "NOT_NULL"] },
  TEXT_RESPONSE: { word: "Response as text", regex: true, only: RESPONSE },
};

const key = (source, property) => `${source}.${property}`;

/** An assertion of the API by its name here. */
function seen(one) {
  const fact = key(one.source, one.property);
  return fact in SOURCES ? { ...one, source: fact, property: "" } : one.source === "TEXT_RESPONSE" ? { ...one, property: "", regex: one.regex || one.property } : one;
}

/** An assertion of the form by its name in the API. */
function sent(one) {
  const [source, property] = one.source.split(".");
  return property ? { ...one, source, property } : one;
}

const ASSERTIONS = {
  name: "sslAssertions",
  sources: SOURCES,
  fresh: { source: "CERTIFICATE.issuerCN", comparison: "CONTAINS", target: "", property: "", regex: "" },
  seen,
};

/** Why a handshake that was made did not pass. */
const OF_THE_ANSWER = [
  "ASSERTION", "TOO_SLOW", "SLOW", "SHOULD_HAVE_FAILED", "SECURITY_BASELINE", "CERTIFICATE_EXPIRES_SOON", "CERTIFICATE_EXPIRED", "CERTIFICATE_NOT_YET_VALID",
  "CERTIFICATE_NAME_MISMATCH", "CERTIFICATE_SELF_SIGNED", "CERTIFICATE_UNTRUSTED", "CERTIFICATE_REVOKED",
];

/** The rules of a baseline: word, severity and limit by default. */
const RULES = {
  minTLSVersion: ["Lowest TLS version", "fail", "TLS1.2"],
  minKeySizeBits: ["Smallest key", "fail", 2048],
  weakSignatureAlgorithm: ["Weak signature", "fail"],
  weakCipherSuite: ["Weak cipher suite", "fail"],
  knownBadCA: ["Known bad issuer", "fail"],
  recommendedTLSVersion: ["Recommended TLS version", "ignore", "TLS1.3"],
  recommendedKeySizeBits: ["Recommended key", "ignore", 3072],
  ocspMustStapleRespected: ["OCSP stapling as demanded", "ignore"],
  sctPresent: ["Certificate timestamps", "ignore"],
};
const SEVERITIES = [["fail", "fails"], ["degrade", "degrades"], ["ignore", "is ignored"]];
const BASELINES = [["default", "Rules of Belfry"], ["own", "Rules of this monitor"], ["off", "None"]];
const limits = (preset) => (typeof preset === "number" ? [1024, 2048, 3072, 4096, 8192] : ["TLS1.2", "TLS1.3"]);
const severityOf = (rule) => `${rule}Severity`;

/** The fields of a baseline. */
function rulesOf(baseline) {
  const fields = { baseline: !baseline ? "default" : baseline.enabled === false ? "off" : "own" };
  for (const [rule, [, severity, limit]] of Object.entries(RULES)) {
    fields[severityOf(rule)] = baseline?.[rule]?.severity ?? severity;
    if (limit) {
      fields[rule] = String(baseline?.[rule]?.value ?? limit);
    }
  }
  return fields;
}

/** The baseline that these fields make. */
function baselineOf(values) {
  if (values.baseline !== "own") {
    return values.baseline === "off" ? { enabled: false } : null;
  }
  const rules = Object.entries(RULES).map(([rule, [, , limit]]) => [
    rule,
    { ...(limit && { value: typeof limit === "number" ? Number(values[rule]) : values[rule] }), severity: values[severityOf(rule)] },
  ]);
  return { enabled: true, ...Object.fromEntries(rules) };
}

/** What a run must see to pass, as these values say. */
const expects = (form) => (form.value("shouldFail") ? "passes when the certificate is not in order" : demand(form, ASSERTIONS) || "passes when the certificate is in order");

function Target({ form }) {
  return h(
    Side,
    null,
    h(Text, { form, name: "hostname", label: "Host name", hint: `Or an IP address; ${expects(form)}.`, placeholder: "shop.example.com", spellcheck: false, autocapitalize: "off" }),
    h(Text, { form, name: "tlsPort", label: "Port", hint: "443 for web sites.", inputMode: "numeric", placeholder: "443" }),
    h(Text, { form, name: "alertDays", label: "Degraded before expiry", unit: "days", hint: "1 to 365.", inputMode: "numeric" }),
  );
}

function Details({ form }) {
  const name = form.value("serverName").trim();
  const count = summary(form, ASSERTIONS);
  const own = form.value("baseline") !== "default" || form.value("skipChainValidation");
  return h(
    Section,
    { title: "Certificate and assertions", summary: [name, own ? "own rules" : "", count].filter(Boolean).join(", ") || "default", open: count !== "" || name !== "" || own },
    h(
      Side,
      null,
      h(Text, { form, name: "serverName", label: "Server name", hint: "Sent to the server, and looked for in the certificate. Empty: the host name.", spellcheck: false, autocapitalize: "off" }),
      h(Text, { form, name: "handshakeTimeout", label: "Handshake may take", unit: "ms", hint: "1000 to 30000.", inputMode: "numeric" }),
    ),
    h(Tick, { form, name: "skipChainValidation", label: "Accept an issuer that is not trusted", hint: "Also a self-signed certificate. Its dates and its name still count." }),
    h(Side, null, h(Select, { form, name: "baseline", label: "Security baseline", hint: "Versions, keys, signatures and cipher suites.", options: BASELINES })),
    form.value("baseline") === "own" && Object.entries(RULES).map(([rule, preset]) => h(Rule, { key: rule, form, rule, preset })),
    h(Assertions, { form, of: ASSERTIONS, label: "Assertions", hint: "All must hold, besides what every run looks at." }),
    h(Tick, { form, name: "shouldFail", label: "Expect a certificate that is not in order", hint: "Passes while the certificate or the connection is at fault." }),
    h(IpFamily, { form }),
  );
}

function Rule({ form, rule, preset: [word, , limit] }) {
  return h(
    Side,
    null,
    h(Select, { form, name: severityOf(rule), label: word, options: SEVERITIES }),
    limit && h(Select, { form, name: rule, label: `${word}: limit`, options: limits(limit).map((one) => [one, String(one)]) }),
  );
}

const days = (left) => (left < 0 ? `expired ${counted(-left, "day")} ago` : `in ${counted(left, "day")}`);
const sure = (yes) => (yes ? "yes" : "no");

/** What a result says of a certificate and a connection. */
function shown({ certificate, chain, ...response }) {
  const objections = Object.values(response.securityBaseline).filter((rule) => rule.violated).length;
  return [
    ["Address", response.resolvedIp],
    ["Connection", `${response.protocol}, ${response.cipherSuite}`],
    ["Certificate", certificate.subjectCN || certificate.sans[0]],
    ["Issuer", certificate.issuerCN || certificate.issuer],
    ["Expires", `${days(response.daysUntilExpiry)} (${certificate.notAfter})`],
    ["Chain is trusted", sure(response.chainTrusted)],
    ["Name is verified", sure(response.hostnameVerified)],
    response.ocspStatus && ["OCSP status", response.ocspStatus],
    ["Security baseline", objections === 0 ? "met" : `${counted(objections, "rule")} violated`],
    ["Key", `${certificate.keyAlgorithm}, ${certificate.keySizeBits} bits, ${certificate.signatureAlgorithm}`],
    ["Fingerprint", h("code", { class: "words" }, certificate.fingerprintSha256)],
  ];
}

export const SSL_MONITOR = {
  type: "SSL",
  word: "SSL",
  about: "Makes a TLS handshake, and judges the certificate, its issuer and the connection.",
  checks: "/v1/checks/ssl",
  tests: "/v1/check-tests/ssl",
  analytics: "/v1/analytics/ssl",
  retriesNetwork: false,
  everyMinuteAtMost: true,
  limits: { degraded: "3000", max: "10000", most: 30000 },
  phases: ["tls"],
  assertions: ASSERTIONS,

  values({ sslConfig: config = {}, assertions }) {
    return {
      hostname: config.hostname ?? "",
      tlsPort: String(config.port ?? 443),
      alertDays: String(config.alertDaysBeforeExpiry ?? 20),
      serverName: config.serverName ?? "",
      handshakeTimeout: String(config.handshakeTimeoutMs ?? 10000),
      skipChainValidation: Boolean(config.skipChainValidation),
      ipFamily: config.ipFamily ?? "IPv4",
      ...rulesOf(config.securityBaseline),
      sslAssertions: rowsOf(assertions?.map(seen), ASSERTIONS),
    };
  },

  request: (values) => ({
    sslConfig: {
      hostname: values.hostname.trim(),
      port: Number(values.tlsPort),
      ipFamily: values.ipFamily,
      serverName: values.serverName.trim() || null,
      skipChainValidation: values.skipChainValidation,
      handshakeTimeoutMs: Number(values.handshakeTimeout),
      alertDaysBeforeExpiry: Number(values.alertDays),
      securityBaseline: baselineOf(values),
    },
    assertions: assertionsOf(values.sslAssertions, ASSERTIONS).map(sent),
  }),

  judge(values, say) {
    const hostname = values.hostname.trim();
    const whole = (name, least, most, message) => say(name, !/^\d+$/.test(values[name].trim()) || Number(values[name]) < least || Number(values[name]) > most, message);
    say("hostname", !hostname, "Enter a host name or an IP address.");
    say("hostname", !/^[^\s/:?#@[\]]+$/.test(hostname) && !/^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(hostname), "Enter only a host name or an IP address, without https:// and port.");
    say("hostname", hostname.length > 253, "Host name is too long (at most 253 characters).");
    whole("tlsPort", 1, 65535, "Enter a port from 1 to 65535.");
    whole("alertDays", 1, 365, "Enter a number of days from 1 to 365.");
    whole("handshakeTimeout", 1000, 30000, "Enter milliseconds from 1000 to 30000.");
    say("serverName", /[\s/:?#@]/.test(values.serverName.trim()), "Enter only a host name.");
    judgeRows(values.sslAssertions, ASSERTIONS, say);
  },

  places: [
    [/^\/request\/sslConfig\/hostname$/, () => ["hostname", "Host name"]],
    [/^\/request\/sslConfig\/port$/, () => ["tlsPort", "Port"]],
    [/^\/request\/sslConfig\/serverName$/, () => ["serverName", "Server name"]],
    [/^\/request\/sslConfig\/handshakeTimeoutMs$/, () => ["handshakeTimeout", "Handshake may take"]],
    [/^\/request\/sslConfig\/alertDaysBeforeExpiry$/, () => ["alertDays", "Degraded before expiry"]],
    ...placesOf(ASSERTIONS),
  ],
  Target,
  Details,

  target: ({ sslConfig: { hostname, port } }) => `${hostname}:${port}`,
  failure: "a certificate that is not in order",
  facts: ({ sslConfig: config }) => [
    config.serverName && ["Server name", config.serverName],
    ["Degraded before expiry", counted(config.alertDaysBeforeExpiry, "day")],
    config.skipChainValidation && ["Issuer", "need not be trusted"],
    config.securityBaseline && ["Security baseline", config.securityBaseline.enabled === false ? "none" : "rules of this monitor"],
  ],

  result({ sslCheckResult: result }) {
    const response = result?.response;
    return (
      result && {
        said: result.tlsVersion,
        facts: response ? shown(response) : [["Connection", `${result.request.hostname}:${result.request.port}`]],
        phases: response ? result.timingPhases : null,
        assertions: result.assertions,
        texts: [
          ["Names of the certificate", response?.certificate.sans.join("\n")],
          ["Further certificates of the chain", response?.chain.map((one) => `${one.subjectCN}, issued by ${one.issuerCN}, until ${one.notAfter}`).join("\n")],
        ],
      }
    );
  },

  answered: ({ reason }) => reason === null || OF_THE_ANSWER.includes(reason),
  response: (run, failing) => (failing ? null : millis(run.responseTime)),
};
