// Between a monitor of the API and the values of its form, and what is wrong with them; check-types.js
// has what depends on the type.
import { TYPES, limitsOf, settingsOf, typeOf } from "./check-types.js";
import { chosenOf } from "./subjects.js";

const list = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);
const number = (text) => (text.trim() === "" ? null : Number(text));
const text = (value) => (value == null ? "" : String(value));

/** How often a monitor runs: pairs of value and words. */
export const EVERY = [["0:10", "10 seconds"], ["0:20", "20 seconds"], ["0:30", "30 seconds"], ["1", "minute"], ["2", "2 minutes"], ["5", "5 minutes"], ["10", "10 minutes"], ["15", "15 minutes"], ["30", "30 minutes"], ["60", "hour"], ["120", "2 hours"], ["180", "3 hours"], ["360", "6 hours"], ["720", "12 hours"], ["1440", "24 hours"]];

/** The values of a stored monitor, or those of a new one, for which any type can be chosen. */
export function valuesOf(check, chosen, scope) {
  const type = check ? typeOf(check.checkType) : chosen;
  const alerts = check?.alertSettings || {};
  const retry = check?.retryStrategy?.type === "NO_RETRIES" ? null : check?.retryStrategy;
  const incident = check?.triggerIncident;
  return {
    type: type.type,
    ...(check ? type.values(settingsOf(check)) : Object.assign({}, ...TYPES.map((one) => one.values({})))),
    name: check?.name ?? "",
    description: text(check?.description),
    shouldFail: Boolean(check?.shouldFail),
    every: !check ? "1" : check.frequency === 0 ? `0:${check.frequencyOffset ?? 30}` : String(check.frequency),
    offset: check?.frequency ? text(check.frequencyOffset) : "",
    degraded: check ? text(check[limitsOf(type).members[0]]) : type.limits.degraded,
    max: check ? text(check[limitsOf(type).members[1]]) : type.limits.max,
    retry: retry?.type ?? "NONE",
    base: text(retry?.baseBackoffSeconds ?? 60),
    maxRetries: text(retry?.maxRetries ?? 2),
    maxDuration: text(retry?.maxDurationSeconds ?? 600),
    sameRegion: retry?.sameRegion !== false,
    networkOnly: Boolean(retry?.onlyOn?.length),
    own: check ? !check.useGlobalAlertSettings : false,
    escalation: alerts.escalationType ?? "RUN_BASED",
    runs: text(alerts.runBasedEscalation?.failedRunThreshold ?? 1),
    minutes: text(alerts.timeBasedEscalation?.minutesFailingThreshold ?? 5),
    reminders: text(alerts.reminders?.amount ?? 0),
    interval: text(alerts.reminders?.interval ?? 5),
    parallelOn: Boolean(alerts.parallelRunFailureThreshold?.enabled),
    percentage: text(alerts.parallelRunFailureThreshold?.percentage ?? 10),
    flapsOn: Boolean(alerts.flapDetection?.enabled),
    flapRuns: text(alerts.flapDetection?.windowRuns ?? 21),
    flapHigh: text(alerts.flapDetection?.highThreshold ?? 30),
    flapLow: text(alerts.flapDetection?.lowThreshold ?? 15),
    channels: check ? (check.alertChannelSubscriptions || []).filter((one) => one.activated).map((one) => one.alertChannelId) : scope.channels.map((one) => one.id),
    dependsOn: scope.parents,
    incident: Boolean(incident),
    serviceId: incident?.serviceId ?? scope.services[0]?.id ?? "",
    severity: incident?.severity ?? "MAJOR",
    incidentName: incident?.name ?? "",
    incidentText: incident?.description ?? "",
    notify: incident?.notifySubscribers ?? true,
    groupId: text(check?.groupId),
    groupOrder: text(check?.groupOrder),
    runtimeId: text(check?.runtimeId),
    tags: (check?.tags || []).join(", "),
    locations: check?.locations || [],
    privateLocations: check?.privateLocations || [],
    runParallel: Boolean(check?.runParallel),
    activated: check ? check.activated : true,
    muted: Boolean(check?.muted),
  };
}

/** Fits the values to another type: unchanged limits become its own, a period that it lacks becomes a minute. */
export function ofType(values, name) {
  const [before, after] = [typeOf(values.type).limits, typeOf(name).limits];
  const limit = (one) => (values[one] === before[one] || before.unit !== after.unit ? after[one] : values[one]);
  const every = typeOf(name).everyMinuteAtMost && values.every.startsWith("0:") ? "1" : values.every;
  return { ...values, type: name, every, degraded: limit("degraded"), max: limit("max") };
}

/** The body of a request that saves or tests these values. */
export function bodyOf(values, check) {
  const type = typeOf(values.type);
  const body = {
    name: values.name.trim(),
    description: values.description.trim() || null,
    activated: values.activated,
    muted: values.muted,
    groupId: number(values.groupId),
    groupOrder: number(values.groupOrder),
    tags: list(values.tags),
    ...(type.waits ? { [type.member]: type.request(values) } : runsOf(values, type, check)),
    useGlobalAlertSettings: !values.own,
    triggerIncident: values.incident ? { serviceId: values.serviceId, severity: values.severity, name: values.incidentName.trim(), description: values.incidentText, notifySubscribers: values.notify } : null,
    alertChannelSubscriptions: subscriptionsOf(values, check),
    dependsOn: chosenOf(values.dependsOn),
  };
  if (values.own) {
    body.alertSettings = {
      escalationType: values.escalation,
      ...(values.escalation === "RUN_BASED" ? { runBasedEscalation: { failedRunThreshold: Number(values.runs) } } : { timeBasedEscalation: { minutesFailingThreshold: Number(values.minutes) } }),
      reminders: { amount: Number(values.reminders), interval: Number(values.interval) },
      parallelRunFailureThreshold: { enabled: values.parallelOn, percentage: Number(values.percentage) },
      ...((values.flapsOn || check?.alertSettings?.flapDetection) && { flapDetection: { enabled: values.flapsOn, windowRuns: Number(values.flapRuns), highThreshold: Number(values.flapHigh), lowThreshold: Number(values.flapLow) } }),
    };
  }
  return body;
}

/** What a monitor says of its runs. */
function runsOf(values, type, check) {
  const [frequency, seconds] = values.every.split(":").map(Number);
  const [degraded, max] = limitsOf(type).members;
  const runs = {
    shouldFail: values.shouldFail,
    frequency,
    [degraded]: number(values.degraded),
    [max]: number(values.max),
    locations: values.locations,
    privateLocations: values.privateLocations,
    runParallel: values.runParallel,
    runtimeId: values.runtimeId || null,
    request: type.request(values, check?.request),
    retryStrategy: retryOf(values, type),
  };
  if (frequency === 0) {
    runs.frequencyOffset = seconds;
  } else if (values.offset.trim() !== "") {
    runs.frequencyOffset = Number(values.offset);
  } else if (check?.frequencyOffset) {
    runs.frequencyOffset = 1; // An offset cannot be cleared, and the stored one may not fit.
  }
  return runs;
}

/** What a form says of when to alert, for a preview. A limit that did not change needs no judging anew. */
export function policyOf(values, check) {
  const { alertSettings, retryStrategy, muted, degradedResponseTime } = bodyOf(values, check);
  const judged = typeof degradedResponseTime === "number" && degradedResponseTime !== check.degradedResponseTime;
  return { alertSettings, retryStrategy, muted, ...(judged && { degradedResponseTime }) };
}

function retryOf(values, type) {
  if (values.retry === "NONE") {
    return null;
  }
  const strategy = { type: values.retry, baseBackoffSeconds: Number(values.base), sameRegion: values.sameRegion };
  if (values.retry !== "SINGLE_RETRY") {
    strategy.maxRetries = Number(values.maxRetries);
    strategy.maxDurationSeconds = Number(values.maxDuration);
  }
  return type.retriesNetwork && values.networkOnly ? { ...strategy, onlyOn: ["NETWORK_ERROR"] } : strategy;
}

/** A subscription that was switched off stays, switched off, until its channel is chosen again. */
function subscriptionsOf(values, check) {
  const off = (check?.alertChannelSubscriptions || []).filter((one) => !one.activated && !values.channels.includes(one.alertChannelId));
  return [...values.channels.map((id) => ({ alertChannelId: id, activated: true })), ...off.map((one) => ({ alertChannelId: one.alertChannelId, activated: false }))];
}

const largestOffset = (frequency) => (frequency <= 60 ? frequency * 10 : Math.ceil(frequency / 60));

/** What is wrong, by field. */
export function problemsOf(values) {
  const problems = {};
  const type = typeOf(values.type);
  const say = (name, wrong, message) => wrong && (problems[name] ??= message);
  const outside = (value, least, most) => value.trim() === "" || !(Number(value) >= least && Number(value) <= most);
  say("name", !values.name.trim(), "Enter a name.");
  say("name", values.name.trim().length > 255, "Name is too long (at most 255 characters).");
  say("description", values.description.trim().length > 500, "Description is too long (at most 500 characters).");
  type.judge(values, say);
  const { most, unit, needed } = limitsOf(type);
  const limit = (name, label) => say(name, (needed || values[name].trim() !== "") && (outside(values[name], 0, most) || (needed && !Number.isInteger(Number(values[name])))), `${label} must be from 0 to ${most} ${unit}.`);
  limit("degraded", "Degraded from");
  limit("max", "Failed from");
  say("degraded", number(values.degraded) !== null && number(values.max) !== null && number(values.degraded) > number(values.max), "Degraded from must not be above Failed from.");
  const [frequency] = values.every.split(":").map(Number);
  say("every", frequency === 0 && type.everyMinuteAtMost, `${type.word} monitors run every minute at most.`);
  say("offset", frequency > 0 && values.offset.trim() !== "" && (outside(values.offset, 1, largestOffset(frequency)) || !Number.isInteger(Number(values.offset))), `Start offset must be a whole number from 1 to ${largestOffset(frequency)}.`);
  if (values.retry !== "NONE") {
    say("base", outside(values.base, 0, 86400), "Wait must be from 0 to 86400 seconds.");
    const counted = values.retry !== "SINGLE_RETRY";
    say("maxRetries", counted && (outside(values.maxRetries, 1, 10) || !Number.isInteger(Number(values.maxRetries))), "Retries must be a whole number from 1 to 10.");
    say("maxDuration", counted && outside(values.maxDuration, 0, 600), "All retries together must be from 0 to 600 seconds.");
  }
  if (values.incident) {
    say("serviceId", !values.serviceId, "Choose a service.");
    say("incidentName", !values.incidentName.trim(), "Enter a name for the incident.");
    say("incidentName", values.incidentName.trim().length > 255, "Name of the incident is too long (at most 255 characters).");
    say("incidentText", values.incidentText.length > 10000, "First update is too long (at most 10000 characters).");
  }
  say("groupOrder", values.groupOrder.trim() !== "" && outside(values.groupOrder, 0, 1000000), "Order must be from 0 to 1000000.");
  const tags = list(values.tags);
  const long = tags.findIndex((tag) => tag.length > 255);
  say("tags", long >= 0, `Tag ${long + 1} is too long (at most 255 characters).`);
  say("tags", tags.length > 100, "There are too many tags (at most 100).");
  return problems;
}

const of = (name, label) => () => [name, label];

/** Where the form has the members that monitors of all types have. */
export const PLACES = [
  [/^\/name$/, of("name", "Name")],
  [/^\/description$/, of("description", "Description")],
  [/^\/frequency$/, of("every", "Run every")],
  [/^\/frequencyOffset$/, of("offset", "Start offset")],
  [/^\/degraded(ResponseTime|PacketLossThreshold)$/, of("degraded", "Degraded from")],
  [/^\/max(ResponseTime|PacketLossThreshold)$/, of("max", "Failed from")],
  [/^\/activated$/, of("activated", "Active")],
  [/^\/tags\/(\d+)$/, ([, at]) => ["tags", `Tag ${Number(at) + 1}`]],
  [/^\/tags$/, of("tags", "Tags")],
  [/^\/groupId$/, of("groupId", "Group")],
  [/^\/groupOrder$/, of("groupOrder", "Order")],
  [/^\/runtimeId$/, of("runtimeId", "Runtime")],
  [/^\/locations/, of("locations", "Locations")],
  [/^\/privateLocations/, of("privateLocations", "Private locations")],
  [/^\/retryStrategy\/baseBackoffSeconds$/, of("base", "Wait")],
  [/^\/retryStrategy\/maxRetries$/, of("maxRetries", "Retries")],
  [/^\/retryStrategy\/maxDurationSeconds$/, of("maxDuration", "All retries together")],
  [/^\/retryStrategy/, of("retry", "Retry strategy")],
  [/^\/triggerIncident\/serviceId$/, of("serviceId", "Service")],
  [/^\/triggerIncident\/name$/, of("incidentName", "Name of the incident")],
  [/^\/triggerIncident\/description$/, of("incidentText", "First update")],
  [/^\/alertChannelSubscriptions/, of("channels", "Channels")],
  [/^\/dependsOn/, of("dependsOn", "Depends on")],
  [/^\/alertSettings\/reminders/, of("reminders", "Reminders")],
  [/^\/alertSettings\/parallelRunFailureThreshold/, of("percentage", "Share of locations")],
  [/^\/alertSettings\/flapDetection\/windowRuns/, of("flapRuns", "Last runs")],
  [/^\/alertSettings\/flapDetection\/highThreshold/, of("flapHigh", "Flaps from")],
  [/^\/alertSettings\/flapDetection\/lowThreshold/, of("flapLow", "Settled below")],
];
