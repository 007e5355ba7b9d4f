// One deploy, or the plan of one: its state and every change, property by property.
import { Badge, Card, Empty, Facts, Failure, Head, Link, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { STATUS, TYPES, place, tally } from "./deployments.js";
import { Room } from "./room.js";
import { exact, lasting } from "./words.js";

const SHOWN = 100;
const ACTIONS = {
  CREATE: { done: "Created", planned: "Create", tone: "good" },
  UPDATE: { done: "Changed", planned: "Change", tone: "info" },
  DELETE: { done: "Deleted", planned: "Delete", tone: "bad" },
  DETACHED: { done: "Detached", planned: "Detach", tone: "none" },
};

const text = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));

/** A property in words: /request/url is request › url. */
const property = (path) => path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(" › ") || "all";

function Change({ change, planned }) {
  const { done, planned: plan, tone } = ACTIONS[change.action];
  return h(
    "li",
    null,
    h("div", { class: "message-head" }, h(Badge, { tone }, planned ? plan : done), h("strong", null, place(planned && change.action === "CREATE" ? { ...change, action: "DELETE" } : change)), h("span", { class: "soft" }, TYPES[change.type]?.[0] || change.type)),
    change.warning && h("p", { class: "warn-text" }, change.warning),
    change.changes?.length > 0 &&
      h(
        "details",
        { class: "numbers", open: change.action === "UPDATE" },
        h("summary", null, change.changes.length === 1 ? "1 property" : `${change.changes.length} properties`),
        h(
          "dl",
          { class: "diff" },
          change.changes.map((one) => h("div", null, h("dt", null, property(one.path)), h("dd", null, one.from != null && h("del", null, h("span", { class: "hidden" }, "before: "), text(one.from)), one.to != null && h("ins", null, h("span", { class: "hidden" }, "after: "), text(one.to)), one.from == null && one.to == null && h("span", { class: "soft" }, "none")))),
        ),
      ),
  );
}

export class Deployment extends Room {
  every = 5;
  state = { shown: SHOWN };

  async read(signal) {
    const path = "/v1/projects/" + this.props.project;
    const known = this.state.data;
    if (known && known.deployment.status !== "RUNNING") {
      return known;
    }
    const [project, deployment] = await Promise.all([get(path, signal), get(`${path}/deployments/${this.props.id}`, signal)]);
    return { project, deployment };
  }

  cancel = () => this.act(() => send("POST", `/v1/projects/${this.props.project}/deployments/${this.props.id}/cancel`), "The deploy is being cancelled.").then((done) => done && this.load());

  content({ project, deployment }, { writes }) {
    const { refused, shown } = this.state;
    const status = STATUS[deployment.status];
    const diff = deployment.result?.diff || [];
    const running = deployment.status === "RUNNING";
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/deployments" }, "Deployments"), " / ", h(Link, { to: "/deployments/" + this.props.project }, project.name)),
      h(Head, { title: (deployment.dryRun ? "Plan of " : "Deploy of ") + exact(deployment.createdAt) }, h(Badge, { tone: status.tone }, status.word), running && writes && !deployment.cancelRequestedAt && h(Ask, { what: "Cancel the deploy", question: "Cancel this deploy? It then has no effect.", yes: this.cancel })),
      refused && h(Failure, { of: refused }),
      deployment.error && h("div", { class: "failure", role: "alert" }, h("p", { class: "words" }, h("strong", null, "The deploy failed. "), deployment.error.message || deployment.error.code)),
      deployment.dryRun && deployment.result && h("p", { class: "audience" }, "A plan only: nothing was changed. A deploy that names this plan makes exactly these changes or none."),
      h(Facts, { of: [running && ["Progress", deployment.progress + " %"], ["Started", h(Time, { at: deployment.startedAt, none: "not yet" })], ["Ended", h(Time, { at: deployment.endedAt, none: "not yet" })], deployment.endedAt && ["Took", lasting((Date.parse(deployment.endedAt) - Date.parse(deployment.startedAt || deployment.createdAt)) / 1000)], deployment.cancelRequestedAt && ["Cancel requested", h(Time, { at: deployment.cancelRequestedAt })]] }),
      deployment.result &&
        h(
          Card,
          { id: "changes", title: ["Changes ", h("span", { class: "count" }, tally(diff))] },
          diff.length === 0 ? h(Empty, null, "The account already matched the project.") : h("ul", { class: "messages" }, diff.slice(0, shown).map((change) => h(Change, { key: change.type + change.logicalId, change, planned: deployment.dryRun }))),
          shown < diff.length && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ shown: shown + SHOWN }) }, "Show more"),
        ),
    ];
  }
}
