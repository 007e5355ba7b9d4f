// Between a channel of the API and the values of its form.
import { QUIET_PLACES, hoursOf, problemsOf as problemsOfQuiet, rowsOf } from "./channel-quiet.js";
import { memberProblems, memberValues, whomOf } from "./channel-member.js";
import { GROUPING_PLACES, groupingBody, groupingProblems, groupingValues } from "./channel-grouping.js";
import { ON_CALL_PLACES, onCallBody, onCallProblems, onCallValues } from "./channel-on-call.js";

const KEPT = "Leave empty to keep the stored one.";

/** Types of channels: the members of their configuration in the order of the form. */
export const MEMBERS = {
  EMAIL: [["address", "E-mail address", { type: "email", required: true }]],
  SLACK: [["url", "Address of the incoming webhook", { type: "url", required: true }], ["channel", "Slack channel", { placeholder: "#alerts" }]],
  SLACK_APP: [["slackChannels", "Slack channels", { required: true, list: true, placeholder: "#alerts, #operations", hint: "Names or ids, separated by commas. Invite the app's bot to private ones." }]],
  WEBHOOK: [["name", "Name", { required: true }], ["url", "Address", { type: "url", required: true }]],
  SMS: [["name", "Name", { required: true }], ["number", "Phone number", { type: "tel", required: true, placeholder: "+15550100" }]],
  PAGERDUTY: [["serviceName", "Service", { required: true }], ["account", "Account", {}], ["serviceKey", "Integration key", { secret: true, required: true }], ["webhookSecret", "Signing secret of the webhook", { secret: true }]],
  CALL: [["name", "Name", { required: true }], ["number", "Phone number", { type: "tel", required: true, placeholder: "+15550100" }]],
  MEMBER: [["userId", "Person", { person: true }], ["teamId", "Team", { person: true }]],
  OPSGENIE: [["name", "Name", { required: true }], ["apiKey", "API key", { secret: true, required: true }]],
};

export const METHODS = ["POST", "PUT", "PATCH", "GET", "DELETE", "HEAD"];

/** Members that the service never tells. */
export const SECRETS = ["webhookSecret", "apiKey", "serviceKey"];

const ALL = [...new Set([...Object.values(MEMBERS).flatMap((members) => members.map(([name]) => name)), "template", "webhookType", "region", "priority", ...SECRETS])];

/** A list is a text with commas; older channels of a Slack app have a single channel. */
function textOf(config, name) {
  return name === "slackChannels" ? (config.slackChannels || [config.channel].filter(Boolean)).join(", ") : config[name] ?? "";
}

export function valuesOf(channel, kind) {
  const config = channel?.config || {};
  return {
    type: channel?.type ?? kind,
    ...memberValues(channel),
    ...Object.fromEntries(ALL.map((name) => [name, SECRETS.includes(name) ? "" : textOf(config, name)])),
    method: config.method ?? "POST",
    headers: (config.headers || []).map(({ key, value, locked }) => ({ key, value: value ?? "", locked: Boolean(locked) })),
    queryParameters: (config.queryParameters || []).map(({ key, value, locked }) => ({ key, value: value ?? "", locked: Boolean(locked) })),
    sendFailure: channel ? channel.sendFailure : true,
    sendRecovery: channel ? channel.sendRecovery : true,
    sendDegraded: channel ? channel.sendDegraded : false,
    sslExpiry: channel ? channel.sslExpiry : false,
    sslExpiryThreshold: String(channel?.sslExpiryThreshold ?? 30),
    escalateAfterMinutes: String(channel?.escalateAfterMinutes ?? 0),
    quietHours: rowsOf(channel?.quietHours),
    ...groupingValues(channel),
    ...onCallValues(channel),
    autoSubscribe: channel ? channel.autoSubscribe : true,
    objectiveReport: channel?.objectiveReport ?? false,
    checks: (channel?.subscriptions || []).filter((one) => one.activated && one.checkId).map((one) => one.checkId),
    groups: (channel?.subscriptions || []).filter((one) => one.activated && one.groupId).map((one) => one.groupId),
  };
}

/** The configuration that is sent; secrets that were not typed are left out, which keeps them. */
function configOf(values) {
  const config = {};
  for (const [name, , { list }] of MEMBERS[values.type]) {
    const value = values[name].trim();
    if (list) {
      config[name] = value.split(",").map((one) => one.trim()).filter(Boolean);
    } else if (value || !SECRETS.includes(name)) {
      config[name] = value || null;
    }
  }
  for (const [name, value] of Object.entries(config)) {
    if (value === null || (values.type === "MEMBER" && name !== whomOf(values))) {
      delete config[name];
    }
  }
  if (values.type === "WEBHOOK") {
    Object.assign(config, { method: values.method, headers: values.headers, queryParameters: values.queryParameters, template: values.template || null });
    if (values.webhookType) {
      config.webhookType = values.webhookType;
    }
    if (values.webhookSecret) {
      config.webhookSecret = values.webhookSecret;
    }
  }
  if (values.type === "OPSGENIE") {
    Object.assign(config, { region: values.region || null, priority: values.priority || null });
  }
  return config;
}

/** Subscriptions that were switched off stay, switched off, until they are chosen again. */
function subscriptionsOf(values, channel) {
  const off = (channel?.subscriptions || []).filter((one) => !one.activated && !values.checks.includes(one.checkId) && !values.groups.includes(one.groupId));
  return [...values.checks.map((checkId) => ({ checkId, activated: true })), ...values.groups.map((groupId) => ({ groupId, activated: true })), ...off.map((one) => ({ ...(one.checkId ? { checkId: one.checkId } : { groupId: one.groupId }), activated: false }))];
}

export function bodyOf(values, channel) {
  return {
    type: values.type,
    config: configOf(values),
    sendFailure: values.sendFailure,
    sendRecovery: values.sendRecovery,
    sendDegraded: values.sendDegraded,
    sslExpiry: values.sslExpiry,
    sslExpiryThreshold: Number(values.sslExpiryThreshold),
    escalateAfterMinutes: Number(values.escalateAfterMinutes),
    quietHours: hoursOf(values.quietHours),
    ...groupingBody(values, channel),
    ...onCallBody(values, channel),
    autoSubscribe: values.autoSubscribe,
    ...(values.type === "EMAIL" ? { objectiveReport: values.objectiveReport } : {}),
    ...(JSON.stringify([values.checks, values.groups]) === JSON.stringify([valuesOf(channel).checks, valuesOf(channel).groups]) ? {} : { subscriptions: subscriptionsOf(values, channel) }),
  };
}

export function problemsOf(values, channel) {
  const problems = { ...groupingProblems(values), ...onCallProblems(values), ...(values.type === "MEMBER" ? memberProblems(values) : {}) };
  for (const [name, label, { required, secret, type }] of MEMBERS[values.type]) {
    const value = values[name].trim();
    if (required && !value && !(secret && channel)) {
      problems[name] = `Enter the ${label.charAt(0).toLowerCase() + label.slice(1)}.`;
    } else if (type === "url" && !/^https?:\/\/[^\s/]+/i.test(value)) {
      problems[name] = "Enter an address that begins with https:// or http://.";
    } else if (type === "email" && !/^\S+@\S+$/.test(value)) {
      problems[name] = "Enter an e-mail address such as team@example.com.";
    }
  }
  const days = Number(values.sslExpiryThreshold);
  if (values.sslExpiry && !(Number.isInteger(days) && days >= 1 && days <= 30)) {
    problems.sslExpiryThreshold = "Days must be a whole number from 1 to 30.";
  }
  const minutes = Number(values.escalateAfterMinutes);
  if (values.escalateAfterMinutes.trim() === "" || !(Number.isInteger(minutes) && minutes >= 0 && minutes <= 1440)) {
    problems.escalateAfterMinutes = "Minutes must be a whole number from 0 to 1440.";
  }
  for (const list of values.type === "WEBHOOK" ? ["headers", "queryParameters"] : []) {
    values[list].forEach((one, at) => {
      if (!one.key.trim()) {
        problems[`${list}.${at}.key`] = "Enter a name.";
      }
    });
  }
  return { ...problems, ...problemsOfQuiet(values.quietHours) };
}

const LABELS = { ...Object.fromEntries(Object.values(MEMBERS).flatMap((members) => members.map(([name, label]) => [name, label]))), webhookType: "Service", queryParameters: "Query parameters", method: "Method", template: "Body template", webhookSecret: "Signing secret", region: "Region", priority: "Priority" };

export const PLACES = [
  [/^\/config\/(headers|queryParameters)\/(\d+)\/(key|value)/, ([, list, at, member]) => [`${list}.${at}.${member}`, `${list === "headers" ? "Header" : "Query parameter"} ${Number(at) + 1}`]],
  [/^\/config\/(\w+)/, ([, name]) => [name, LABELS[name] ?? "This field"]],
  [/^\/sslExpiryThreshold/, () => ["sslExpiryThreshold", "Days"]],
  ...QUIET_PLACES,
  ...GROUPING_PLACES,
  ...ON_CALL_PLACES,
  [/^\/objectiveReport/, () => ["objectiveReport", "Report"]],
  [/^\/escalateAfterMinutes/, () => ["escalateAfterMinutes", "Minutes"]],
  [/^\/type/, () => ["type", "Type"]],
];

export { KEPT };
