// When members of a group retry and alert.
import { AlertPreview } from "./alert-preview.js";
import { h } from "./dom.js";
import { number } from "./room.js";

const RETRIES = [["FALLBACK", "Each member’s own"], ["", "No retries"], ["SINGLE_RETRY", "One retry"], ["FIXED", "Several, equally far apart"], ["LINEAR", "Several, each pause longer"], ["EXPONENTIAL", "Several, each pause a multiple"]];
const WHOSE = [["null", "Each member’s own"], ["true", "Those of the account"], ["false", "Those of the group"]];
const times = (amounts, one) => amounts.map((amount) => [amount, amount === 1 ? `1 ${one}` : `${amount} ${one}s`]);

/** The strategy that a form describes. */
export function retryStrategy(form, kind) {
  if (kind === "FALLBACK") {
    return kind;
  }
  if (kind === "") {
    return null;
  }
  const many = kind !== "SINGLE_RETRY";
  const longest = many ? number(form.get("retryStrategy/maxDurationSeconds")) : null;
  return {
    type: kind,
    baseBackoffSeconds: Number(form.get("retryStrategy/baseBackoffSeconds")),
    sameRegion: form.has("retryStrategy/sameRegion"),
    ...(many && { maxRetries: Number(form.get("retryStrategy/maxRetries")) }),
    ...(longest !== null && { maxDurationSeconds: longest }),
    ...(form.has("retryStrategy/onlyOn") && { onlyOn: ["NETWORK_ERROR"] }),
  };
}

export function Retries({ f, of, kind, choose }) {
  const now = of && typeof of === "object" ? of : {};
  const many = !["FALLBACK", "", "SINGLE_RETRY"].includes(kind);
  return [
    h("h2", null, "Retries"),
    f.select("retryStrategy", "After a failed run", RETRIES, { value: kind, onChange: choose }),
    kind !== "FALLBACK" &&
      kind !== "" && [
        h(
          "div",
          { class: "side" },
          f.text("retryStrategy/baseBackoffSeconds", "Pause (s)", { type: "number", min: 0, max: 86400, step: "any", required: true, value: now.baseBackoffSeconds ?? 60 }),
          many && f.text("retryStrategy/maxRetries", "Retries at most", { type: "number", min: 1, max: 10, step: 1, required: true, value: now.maxRetries ?? 2 }),
          many && f.text("retryStrategy/maxDurationSeconds", "In total at most (s)", { type: "number", min: 0, max: 600, step: "any", value: now.maxDurationSeconds ?? 600 }),
        ),
        h("div", { class: "checks" }, f.box("retryStrategy/sameRegion", "In the same location", now.sameRegion ?? true), f.box("retryStrategy/onlyOn", "Only without any response", now.onlyOn?.length > 0)),
      ],
  ];
}

/** The alert settings that a form describes; members that it does not show stay. */
export function alertSettings(form, before) {
  return {
    ...before,
    escalationType: form.get("alertSettings/escalationType"),
    runBasedEscalation: { failedRunThreshold: Number(form.get("alertSettings/runBasedEscalation/failedRunThreshold")) },
    timeBasedEscalation: { minutesFailingThreshold: Number(form.get("alertSettings/timeBasedEscalation/minutesFailingThreshold")) },
    reminders: { amount: Number(form.get("alertSettings/reminders/amount")), interval: Number(form.get("alertSettings/reminders/interval")) },
    ...((form.has("alertSettings/flapDetection/enabled") || before?.flapDetection) && { flapDetection: { ...before?.flapDetection, enabled: form.has("alertSettings/flapDetection/enabled") } }),
    parallelRunFailureThreshold: { enabled: form.has("alertSettings/parallelRunFailureThreshold/enabled"), percentage: Number(form.get("alertSettings/parallelRunFailureThreshold/percentage")) },
  };
}

export function Alerting({ f, of, group, retry, whose, choose, parents, groups }) {
  const { escalationType, runBasedEscalation, timeBasedEscalation, reminders, parallelRunFailureThreshold, flapDetection } = of || {};
  return [
    f.select("useGlobalAlertSettings", "Alert rules", WHOSE, { value: whose, onChange: choose }),
    whose === "false" && [
      h(
        "div",
        { class: "side" },
        f.select("alertSettings/escalationType", "Alert after", [["RUN_BASED", "failed runs in a row"], ["TIME_BASED", "minutes of failing"]], { value: escalationType }),
        f.select("alertSettings/runBasedEscalation/failedRunThreshold", "Failed runs", times([1, 2, 3, 4, 5], "run"), { value: runBasedEscalation?.failedRunThreshold ?? 1 }),
        f.select("alertSettings/timeBasedEscalation/minutesFailingThreshold", "Minutes of failing", times([5, 10, 15, 30], "minute"), { value: timeBasedEscalation?.minutesFailingThreshold ?? 5 }),
      ),
      h(
        "div",
        { class: "side" },
        f.select("alertSettings/reminders/amount", "Reminders", [[0, "none"], ...times([1, 2, 3, 4, 5], "reminder"), [100000, "until recovery"]], { value: reminders?.amount ?? 0 }),
        f.select("alertSettings/reminders/interval", "Reminder every", times([1, 2, 3, 4, 5, 10, 15, 30], "minute"), { value: reminders?.interval ?? 5 }),
        f.select("alertSettings/parallelRunFailureThreshold/percentage", "Share of locations", [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((share) => [share, share + " %"]), { value: parallelRunFailureThreshold?.percentage ?? 10 }),
      ),
      f.box("alertSettings/parallelRunFailureThreshold/enabled", "Parallel runs fail only when this share of the locations fails", parallelRunFailureThreshold?.enabled),
      f.box("alertSettings/flapDetection/enabled", "One alert for a monitor that flaps, not one for each change", flapDetection?.enabled),
      h(AlertPreview, { of: { groupId: group }, parents, groups, policy: (form) => ({ alertSettings: alertSettings(form, of), ...(retry !== "FALLBACK" && { retryStrategy: retryStrategy(form, retry) }) }) }),
    ],
  ];
}
