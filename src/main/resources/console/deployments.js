// Projects that are deployed from code or files: what they hold, and each deploy with its changes.
import { Badge, Card, Empty, Facts, Failure, Head, Link, Pager, Table, Time, h } from "./dom.js";
import { get, page, send } from "./api.js";
import { Ask } from "./ask.js";
import { numeral } from "./reader.js";
import { Nothing, Room } from "./room.js";
import { counted, lasting } from "./words.js";

const LIMIT = 20;
const RESOURCES_SHOWN = 100;

export const STATUS = {
  RUNNING: { word: "Running", tone: "info" },
  SUCCEEDED: { word: "Succeeded", tone: "good" },
  FAILED: { word: "Failed", tone: "bad" },
  CANCELLED: { word: "Cancelled", tone: "none" },
};

export const TYPES = {
  check: ["Monitor", "/monitors/"],
  "check-group": ["Group", "/groups/"],
  "alert-channel": ["Channel"],
  "alert-channel-subscription": ["Subscription of a channel"],
  "status-page": ["Status page", "/pages/"],
  "status-page-service": ["Service", "/services/"],
  "maintenance-window": ["Maintenance", "/maintenance/"],
  objective: ["Objective", "/objectives/"],
  "private-location": ["Private location", "/locations/"],
  "private-location-check-assignment": ["Location of a monitor"],
  "private-location-group-assignment": ["Location of a group"],
  dashboard: ["Dashboard"],
};

/** What a diff does, in numbers. */
export function tally(diff) {
  const counts = ["CREATE", "UPDATE", "DELETE", "DETACHED"].map((action) => [{ CREATE: "created", UPDATE: "changed", DELETE: "deleted", DETACHED: "detached" }[action], diff.filter((change) => change.action === action).length]).filter(([, many]) => many > 0);
  return counts.map(([word, many]) => `${many} ${word}`).join(", ") || "no changes";
}

export class Projects extends Room {
  every = 30;

  async read(signal) {
    return page(`/v1/projects?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal);
  }

  content({ entries, total }, { search }) {
    return [
      h(Head, { title: "Deployments", under: "Projects keep monitors, channels and status pages in code or files, and deploy them as one." }),
      total === 0 &&
        h(Nothing, { title: "No projects yet" }, h("p", null, "Describe your monitoring in files and run ", h("code", null, "belfry apply"), ", or deploy a project with the command line that you know. See ", h("a", { href: "/docs/" }, "the documentation"), ".")),
      entries.length > 0 &&
        h(Table, {
          caption: "Projects",
          columns: [{ name: "Project" }, { name: "Resources" }, { name: "Last change" }, { name: "Repository", class: "wide" }],
          rows: entries.map((project) => ({
            key: project.id,
            cells: [h("div", null, h(Link, { to: "/deployments/" + encodeURIComponent(project.logicalId) }, project.name), h("p", { class: "soft" }, project.logicalId)), numeral(project.resourceCount), h(Time, { at: project.updated_at || project.created_at }), repository(project) || "–"],
          })),
        }),
      h(Pager, { of: "project", page: Number(search.get("page") || 1), limit: LIMIT, total, to: (other) => "/deployments?page=" + other }),
    ];
  }
}

/** A link only where it leads to the web. */
export function repository({ repoUrl }) {
  return repoUrl && (/^https?:\/\//.test(repoUrl) ? h("a", { href: repoUrl, rel: "noreferrer", target: "_blank", class: "cut" }, repoUrl) : h("span", { class: "cut" }, repoUrl));
}

export class Project extends Room {
  every = 15;
  state = { shown: RESOURCES_SHOWN };

  async read(signal) {
    const path = "/v1/projects/" + this.props.project;
    const [project, deployments] = await Promise.all([get(path, signal), page(`${path}/deployments?limit=${LIMIT}&page=${this.props.search.get("page") || 1}`, signal)]);
    return { project, deployments };
  }

  remove = (keep) =>
    this.act(() => send("DELETE", `/v1/projects/${this.props.project}?preserveResources=${keep}`), keep ? "The project is deleted; its resources stay." : "The project and its resources are deleted.").then((done) => done && this.props.go("/deployments"));

  content({ project, deployments }, { writes, search }) {
    const { refused, shown } = this.state;
    const path = "/deployments/" + this.props.project;
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/deployments" }, "Deployments")),
      h(
        Head,
        { title: project.name },
        writes && h(Ask, { what: "Delete, keep resources", tone: "", question: `Delete the project ${project.name}? Its ${counted(project.resourceCount, "resource")} stay in the account.`, yes: () => this.remove(true) }),
        writes && h(Ask, { what: "Delete all", question: `Delete the project ${project.name} and its ${counted(project.resourceCount, "resource")}? Monitors lose their results.`, yes: () => this.remove(false) }),
      ),
      refused && h(Failure, { of: refused }),
      h(Facts, { of: [["Logical id", h("code", null, project.logicalId)], project.repoUrl && ["Repository", repository(project)], ["Created", h(Time, { at: project.created_at })], ["Last change", h(Time, { at: project.updated_at, none: "none since" })]] }),
      h(
        Card,
        { id: "deploys", title: "Deploys" },
        deployments.entries.length === 0
          ? h(Empty, null, "No deploy in the last 30 days.")
          : h(Table, {
              caption: "List of deploys",
              columns: [{ name: "Started" }, { name: "State" }, { name: "Changes" }, { name: "Took", class: "wide" }],
              rows: deployments.entries.map((one) => ({
                key: one.id,
                cells: [h(Link, { to: `${path}/${one.id}` }, h(Time, { at: one.startedAt || one.createdAt })), [h(Badge, { tone: STATUS[one.status].tone }, STATUS[one.status].word), one.dryRun && [" ", h(Badge, null, "Plan only")]], one.result ? tally(one.result.diff) : one.error ? one.error.message || one.error.code : one.status === "RUNNING" ? one.progress + " %" : "–", one.endedAt ? lasting((Date.parse(one.endedAt) - Date.parse(one.startedAt || one.createdAt)) / 1000) : "–"],
              })),
            }),
        h(Pager, { page: Number(search.get("page") || 1), of: "deployment", limit: LIMIT, total: deployments.total, to: (other) => `${path}?page=${other}` }),
      ),
      h(
        Card,
        { id: "resources", title: ["Resources ", h("span", { class: "count" }, numeral(project.resources.length))] },
        project.resources.length === 0
          ? h(Empty, null, "The project holds nothing.")
          : h(Table, {
              caption: "List of resources",
              columns: [{ name: "Logical id" }, { name: "Kind" }, { name: "Id", class: "wide" }],
              rows: project.resources.slice(0, shown).map((one) => ({ key: one.type + one.logicalId, cells: [place(one), TYPES[one.type]?.[0] || one.type, h("code", null, String(one.physicalId))] })),
            }),
        shown < project.resources.length && h("button", { type: "button", class: "quiet", onClick: () => this.setState({ shown: shown + RESOURCES_SHOWN }) }, "Show more"),
      ),
    ];
  }
}

/** The name of a resource, which leads to it where the console shows one of its kind. */
export function place({ type, logicalId, physicalId, action }) {
  const to = TYPES[type]?.[1];
  return to && action !== "DELETE" ? h(Link, { to: to + physicalId }, logicalId) : logicalId;
}
