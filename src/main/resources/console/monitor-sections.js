// The sections of the monitor form that all types have.
import { AlertPreview } from "./alert-preview.js";
import { DependsOn } from "./subjects.js";
import { Link, h } from "./dom.js";
import { TYPES, limitsOf } from "./check-types.js";
import { Area, Choice, Section, Select, Side, Text, Tick, Ticks } from "./fields.js";
import { offered } from "./offered.js";
import { EVERY, policyOf } from "./monitor-values.js";
import { SEVERITIES, receiver } from "./words.js";

const numbers = (...values) => values.map((value) => [value, String(value)]);

/** Numbers to choose from; the chosen one is among them. */
const among = (form, name, ...values) => numbers(...new Set([...values, Number(form.value(name))].sort((one, other) => one - other)));
const RETRIES = [["NONE", "No retries"], ["SINGLE_RETRY", "One retry"], ["FIXED", "Fixed: same wait each time"], ["LINEAR", "Linear: a step longer each time"], ["EXPONENTIAL", "Exponential: a multiple each time"]];
const RUNTIMES = ["2026.04", "2025.04", "2024.09", "2024.02", "2023.09", "2023.02", "2022.10"];

export function sectionsOf(form, data) {
  const { Details, type, waits } = form.type();
  return [
    h(Basics, { form, data }),
    h(Details, { key: type, form }),
    !waits && [h(Limits, { form }), h(Locations, { form, data }), h(Retries, { form })],
    h(Alerting, { form, data }),
    h(Incident, { form, data }),
    h(Grouping, { form, data }),
  ];
}

function Basics({ form, data }) {
  const { Target, type, word, about, waits } = form.type();
  return h(
    "section",
    { class: "card", "aria-label": "Monitor" },
    data.check ? h("p", { class: "soft" }, `${word} monitor`) : h(Choice, { form, name: "type", label: "Type", hint: about, options: TYPES.map((one) => [one.type, one.word]), onChange: form.choose }),
    h(
      Side,
      null,
      h(Text, { form, name: "name", label: "Name", hint: "Shown in lists and alerts." }),
      !waits && h(Select, { form, name: "every", label: "Run every", hint: form.type().everyMinuteAtMost ? "From one minute up." : "Seconds suit targets of your own.", options: form.type().everyMinuteAtMost ? EVERY.filter(([value]) => !value.startsWith("0:")) : EVERY }),
    ),
    h(Target, { key: type, form }),
    h(Area, { form, name: "description", label: "Description", hint: "Notes for people.", rows: 2 }),
    h("div", { class: "checks" }, h(Tick, { form, name: "activated", label: "Active", hint: "Off: paused." }), h(Tick, { form, name: "muted", label: "Muted", hint: "Runs, but sends no alerts." })),
  );
}

function Limits({ form }) {
  const [frequency] = form.value("every").split(":").map(Number);
  const { word, unit, needed } = limitsOf(form.type());
  return h(
    Section,
    { title: `${word} and schedule`, summary: `degraded from ${form.value("degraded") || "–"} ${unit}, failed from ${form.value("max") || "–"} ${unit}` },
    h(
      Side,
      null,
      h(Text, { form, name: "degraded", label: "Degraded from", unit, hint: needed ? "Whole per cent; 0: from the first one lost." : "Empty: never degraded.", inputMode: "numeric" }),
      h(Text, { form, name: "max", label: "Failed from", unit, hint: needed ? "Whole per cent; 100: only when all are lost." : "Empty: only the time-out of 30 s.", inputMode: "numeric" }),
      frequency > 0 && h(Text, { form, name: "offset", label: "Start offset", hint: "Shifts the runs in time. Empty: chosen by Belfry.", inputMode: "numeric" }),
    ),
  );
}

function Locations({ form, data }) {
  const { regions, places } = offered(data.locations, data.places, form.value("locations"));
  const chosen = form.value("locations").length + form.value("privateLocations").length;
  return h(
    Section,
    { title: "Locations", summary: chosen === 0 ? "this server" : chosen === 1 ? "1 location" : `${chosen} locations`, open: chosen > 0 },
    h("p", { class: "hint soft" }, regions.length + places.length === 0 ? "Runs are made by this server. Instances with BELFRY_LOCATIONS and private locations add further locations." : "With none selected, runs are made by this server."),
    regions.length > 0 && h(Ticks, { form, name: "locations", label: "Public locations", options: regions }),
    places.length > 0 && h(Ticks, { form, name: "privateLocations", label: "Private locations", options: places }),
    chosen > 1 && h(Tick, { form, name: "runParallel", label: "Run from all locations at once", hint: "Off: locations take turns." }),
  );
}

function Retries({ form }) {
  const kind = form.value("retry");
  return h(
    Section,
    { title: "Retries", summary: RETRIES.find(([value]) => value === kind)[1].replace(/:.*/, "").toLowerCase(), open: kind !== "NONE" },
    h(
      Side,
      null,
      h(Select, { form, name: "retry", label: "Retry strategy", hint: "Before a run counts as failed.", options: RETRIES }),
      kind !== "NONE" && h(Text, { form, name: "base", label: "Wait", unit: "seconds", inputMode: "numeric" }),
      kind !== "NONE" && kind !== "SINGLE_RETRY" && h(Text, { form, name: "maxRetries", label: "Retries", hint: "1 to 10.", inputMode: "numeric" }),
      kind !== "NONE" && kind !== "SINGLE_RETRY" && h(Text, { form, name: "maxDuration", label: "All retries together", unit: "seconds", hint: "At most 600.", inputMode: "numeric" }),
    ),
    kind !== "NONE" && h("div", { class: "checks" }, h(Tick, { form, name: "sameRegion", label: "Retry from the same location" }), form.type().retriesNetwork && h(Tick, { form, name: "networkOnly", label: "Only when no response came" })),
  );
}

function Alerting({ form, data }) {
  const own = form.value("own");
  const runs = form.value("escalation") === "RUN_BASED";
  const chosen = form.value("channels").length;
  return h(
    Section,
    { title: "Alerts and channels", summary: chosen === 0 ? "no channels" : chosen === 1 ? "1 channel" : `${chosen} channels`, open: true },
    h(Ticks, {
      form,
      name: "channels",
      label: "Channels",
      hint: "Alerts of this monitor go to the selected channels.",
      options: data.channels.map((channel) => [channel.id, receiver(channel.type, channel.config), channel.health.status === "NOT_CONFIGURED" ? "(cannot send)" : ""]),
      none: ["There are no channels yet. ", h(Link, { to: "/channels/new" }, "Add a channel")],
    }),
    h(Select, { form, name: "own", label: "When to alert", options: [[false, "As the account's settings say"], [true, "By rules of this monitor"]], onChange: (event) => form.set("own", event.target.value === "true") }),
    own && [
      h(
        Side,
        null,
        h(Select, { form, name: "escalation", label: "Alert after", options: [["RUN_BASED", "failed runs in a row"], ["TIME_BASED", "minutes of failing"]] }),
        runs ? h(Select, { form, name: "runs", label: "Failed runs", options: numbers(1, 2, 3, 4, 5) }) : h(Select, { form, name: "minutes", label: "Failing for", unit: "minutes", options: numbers(5, 10, 15, 30) }),
        h(Select, { form, name: "reminders", label: "Reminders", options: [[0, "None"], ...numbers(1, 2, 3, 4, 5), [100000, "Until recovery"]] }),
        form.value("reminders") !== "0" && h(Select, { form, name: "interval", label: "Reminder every", unit: "minutes", options: numbers(1, 2, 3, 4, 5, 10, 15, 30) }),
      ),
      form.value("runParallel") && h(Tick, { form, name: "parallelOn", label: "Alert only when several locations fail" }),
      form.value("runParallel") && form.value("parallelOn") && h(Side, null, h(Select, { form, name: "percentage", label: "Failing locations", unit: "%", options: numbers(10, 20, 30, 40, 50, 60, 70, 80, 90, 100) })),
      h(Tick, { form, name: "flapsOn", label: "One alert for a monitor that flaps, not one for each change" }),
      form.value("flapsOn") && h(Side, null, h(Select, { form, name: "flapRuns", label: "Last runs", options: among(form, "flapRuns", 5, 11, 21, 31, 50) }), h(Select, { form, name: "flapHigh", label: "Flaps from", unit: "% changes", options: among(form, "flapHigh", 20, 30, 40, 50, 75) }), h(Select, { form, name: "flapLow", label: "Settled below", unit: "% changes", options: among(form, "flapLow", 5, 10, 15, 19) })),
      data.check && h(AlertPreview, { of: { checkId: data.check.id }, parents: form.value("dependsOn"), groups: data.groups, policy: () => policyOf(form.state.values, data.check) }),
    ],
    h(DependsOn, { value: form.value("dependsOn"), change: (next) => form.set("dependsOn", next), groups: data.groups, self: data.check && { checkId: data.check.id }, error: form.errorOf("dependsOn") }),
    h("p", { class: "hint soft" }, "Alerts before a certificate expires are settings of each channel."),
  );
}

function Incident({ form, data }) {
  const on = form.value("incident");
  return h(
    Section,
    { title: "Incident", summary: on ? form.value("incidentName") || "opens with an alert" : "none", open: on },
    data.services.length === 0 && !on
      ? h("p", { class: "soft" }, "Alerts can open an incident on status pages once there is a service.")
      : h(Tick, { form, name: "incident", label: "Open an incident with an alert", hint: "The recovery resolves it." }),
    on && [
      h(
        Side,
        null,
        h(Select, { form, name: "serviceId", label: "Service", options: [["", "Choose…"], ...data.services.map((service) => [service.id, service.name])] }),
        h(Select, { form, name: "severity", label: "Severity", options: Object.entries(SEVERITIES) }),
        h(Text, { form, name: "incidentName", label: "Name of the incident" }),
      ),
      h(Area, { form, name: "incidentText", label: "First update" }),
      h(Tick, { form, name: "notify", label: "Notify subscribers" }),
    ],
  );
}

function Grouping({ form, data }) {
  const group = data.groups.find((one) => String(one.id) === form.value("groupId"));
  return h(
    Section,
    { title: "Group and tags", summary: [group?.name, form.value("tags")].filter(Boolean).join(" · ") || "none" },
    h(
      Side,
      null,
      h(Select, { form, name: "groupId", label: "Group", hint: "Its locations and retries replace those of its monitors.", options: [["", "None"], ...data.groups.map((one) => [one.id, one.name])] }),
      group && h(Text, { form, name: "groupOrder", label: "Order", hint: "Place in a triggered run of the group.", inputMode: "numeric" }),
      h(Text, { form, name: "tags", label: "Tags", hint: "Separated by commas." }),
      !form.type().waits && h(Select, { form, name: "runtimeId", label: "Runtime", hint: `Kept for command lines; ${form.type().word} monitors do not use it.`, options: [["", "Of the group or account"], ...RUNTIMES.map((one) => [one, one])] }),
    ),
  );
}
