// Settings of the account: what it is called, its alert rules, and its limits.
import { Badge, Card, Copyable, Facts, Head, Link, Table, h } from "./dom.js";
import { get } from "./api.js";
import { numeral } from "./reader.js";
import { ROLES } from "./roles.js";
import { View } from "./view.js";
import { counted } from "./words.js";

const KEYS = { READ: "Read only", WRITE: "Read and write", ADMIN: "Read, write and manage keys" };

/** A limit of bytes is easier to read in megabytes. */
const amount = (of, number) => (/^Bytes /.test(of.description) ? `${numeral(Math.round(number / 1048576))} MiB` : numeral(number));

/** An amount of a limit: a bar, and the same in numbers. */
function Use({ of }) {
  const fill = (bar) => bar?.style.setProperty("width", Math.min(100, (of.used / of.quantity) * 100) + "%");
  const share = of.used === undefined ? 0 : of.used / of.quantity;
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  const words = of.quantity === undefined ? (of.used === undefined ? "no limit" : `${amount(of, of.used)} in use, no limit`) : of.used === undefined ? `at most ${amount(of, of.quantity)}` : `${amount(of, of.used)} of ${amount(of, of.quantity)}`;
  return h(
    "li",
    { class: "use" },
    h("div", { class: "use-head" }, h("strong", null, of.name), h("span", null, words, share >= 0.8 && [" ", h(Badge, { tone }, share >= 1 ? "Limit reached" : "Nearly used up")])),
    of.used !== undefined && of.quantity !== undefined && h("div", { class: "use-bar", "aria-hidden": "true" }, of.used > 0 && h("span", { class: tone, ref: fill })),
    h("p", { class: "soft" }, of.description),
  );
}

function escalation(settings) {
  const { escalationType, runBasedEscalation, timeBasedEscalation } = settings;
  return escalationType === "TIME_BASED" ? `after ${timeBasedEscalation?.minutesFailingThreshold ?? 5} minutes of failing` : `after ${counted(runBasedEscalation?.failedRunThreshold ?? 1, "failed run")} in a row`;
}

function reminders({ amount = 0, interval = 5 } = {}) {
  return amount === 0 ? "none" : `every ${interval} min, ${amount === 100000 ? "until recovery" : counted(amount, "time")}`;
}

export class Settings extends View {
  every = 60;

  async read(signal) {
    const [account, entitlements] = await Promise.all([get("/v1/accounts/me", signal), get("/v1/accounts/me/entitlements", signal)]);
    return { account, entitlements };
  }

  content({ account, entitlements }, { who }) {
    const quotas = entitlements.entitlements.filter((one) => one.key.startsWith("QUOTA_"));
    const features = entitlements.entitlements.filter((one) => !one.key.startsWith("QUOTA_"));
    const share = account.alertSettings.parallelRunFailureThreshold;
    const flaps = account.alertSettings.flapDetection;
    return [
      h(Head, { title: "Settings", under: "The operator of this installation sets the account’s name, alert rules and limits." }),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "account", title: "Account" },
          h(Facts, { of: [["Name", account.name], ["Plan", account.planDisplayName], ["Runtime", account.runtimeId || "newest"], who.user ? ["Your role", ROLES[who.role]] : ["Your key", KEYS[who.scope]]] }),
          h("p", { class: "soft" }, "Account id, for programs:"),
          h(Copyable, { label: "the account id", text: account.id }),
          h("p", null, h(Link, { to: "/keys" }, "API keys")),
        ),
        h(
          Card,
          { id: "alerts", title: "Alert rules" },
          h("p", { class: "soft" }, "For monitors and groups that use the rules of the account."),
          h(Facts, {
            of: [
              ["Alert", escalation(account.alertSettings)],
              ["Reminders", reminders(account.alertSettings.reminders)],
              ["Parallel runs", share?.enabled ? `fail when ${share.percentage} % of the locations fail` : "fail when one location fails"],
              flaps?.enabled && ["Flapping", `from ${flaps.highThreshold ?? 30} % changes in ${flaps.windowRuns ?? 21} runs, told once`],
            ],
          }),
        ),
      ),
      h(Card, { id: "limits", title: "Limits" }, h("ul", { class: "uses" }, quotas.map((one) => h(Use, { key: one.key, of: one })))),
      h(
        Card,
        { id: "features", title: "Features" },
        h(Table, {
          caption: "List of features",
          columns: [{ name: "Feature" }, { name: "Description", class: "wide" }, { name: "State" }],
          rows: features.map((one) => ({ key: one.key, cells: [one.name, one.description, one.quantity !== undefined ? `at most ${numeral(one.quantity)}` : one.enabled ? h(Badge, { tone: "good" }, "Available") : h(Badge, null, "Not supported")] })),
        }),
      ),
    ];
  }
}
