// What a monitor or group depends on, and the alerts that its failure holds.
import { Badge, Card, Link, h } from "./dom.js";
import { get, query } from "./api.js";
import { placeOf } from "./subjects.js";
import { ALERTS, exact } from "./words.js";

const SHOWN = 10;

/** The newest alerts that a monitor or group held. */
export const readHeld = (holder, signal) => get("/v2/check-alerts" + query({ ...holder, limit: SHOWN }), signal).then(({ entries }) => entries);

/** A fact of what something depends on, none when it depends on nothing. */
export const dependsOn = (parents) => parents.length > 0 && ["Depends on", h("ul", null, parents.map((one) => h("li", { key: placeOf(one) }, h(Link, { to: placeOf(one) }, one.name))))];

/** The alerts of other monitors that were not sent because this one was failing. */
export function Held({ alerts }) {
  return (
    alerts.length > 0 &&
    h(
      Card,
      { id: "held", title: "Held alerts" },
      h("p", { class: "soft" }, "Alerts of monitors that depend on this one. They were not sent, because it was failing."),
      h(
        "ul",
        { class: "rows" },
        alerts.map((one) => h("li", { key: one.id }, h(Badge, { tone: ALERTS[one.alertType]?.tone }, ALERTS[one.alertType]?.word || one.alertType), h("div", null, h(Link, { to: "/alerts/" + one.id }, one.name), h("p", { class: "soft" }, exact(one.created_at))))),
      ),
    )
  );
}
