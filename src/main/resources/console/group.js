// Settings of a group: what it gives its members, and who hears of their alerts.
import { Badge, Card, Empty, Head, Link, h } from "./dom.js";
import { all, entries, get, page, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { numeral } from "./reader.js";
import { DependsOn, chosenOf, readSubjects } from "./subjects.js";
import { Alerting, alertSettings, Retries, retryStrategy } from "./group-alerts.js";
import { GroupVariables } from "./group-variables.js";
import { Held, readHeld } from "./holding.js";
import { offered } from "./offered.js";
import { Form, READ_ONLY, Room, list } from "./room.js";
import { counted, receiver } from "./words.js";

const SHOWN = 20;
const FREQUENCIES = [["", "Each member’s own"], ["EVERY_10S", "10 seconds"], ["EVERY_20S", "20 seconds"], ["EVERY_30S", "30 seconds"], ["EVERY_1M", "1 minute"], ["EVERY_2M", "2 minutes"], ["EVERY_5M", "5 minutes"], ["EVERY_10M", "10 minutes"], ["EVERY_15M", "15 minutes"], ["EVERY_30M", "30 minutes"], ["EVERY_1H", "1 hour"], ["EVERY_2H", "2 hours"], ["EVERY_3H", "3 hours"], ["EVERY_6H", "6 hours"], ["EVERY_12H", "12 hours"], ["EVERY_24H", "24 hours"]];
const PARALLEL = [["", "Each member’s own"], ["true", "From all locations at once"], ["false", "From one location after the other"]];
const SUBSCRIBED = [["", "No alerts"], ["on", "Alerts"], ["off", "Paused"]];

export class Group extends Room {
  async read(signal) {
    const path = "/v1/check-groups/" + this.props.id;
    const [group, members, regions, places, channels, runtimes, held, groups] = await Promise.all([
      version(path, signal),
      page(`${path}/checks?limit=${SHOWN}`, signal),
      get("/v1/locations", signal),
      get("/v1/private-locations", signal),
      entries("/v1/alert-channels", signal),
      get("/v1/runtimes", signal),
      readHeld({ heldByGroupId: this.props.id }, signal),
      all("/v1/check-groups", signal),
    ]);
    const parents = await readSubjects(group.value.dependsOn, signal);
    this.setState({ alerts: String(group.value.useGlobalAlertSettings), retry: group.value.retryStrategy?.type ?? group.value.retryStrategy ?? "", variables: (group.value.environmentVariables || []).map((one, at) => ({ ...one, at })), parents });
    return { group: group.value, etag: group.etag, members, regions, places, channels: channels.entries, runtimes, held, groups };
  }

  submit = async (form) => {
    const { group, etag, channels } = this.state.data;
    const shown = new Set(channels.map(({ id }) => id));
    const body = {
      name: form.get("name").trim(),
      activated: form.has("activated"),
      muted: form.has("muted"),
      tags: list(form.get("tags")),
      locations: form.getAll("locations"),
      privateLocations: form.getAll("privateLocations"),
      frequency: form.get("frequency") || null,
      runParallel: form.get("runParallel") === "" ? null : form.get("runParallel") === "true",
      concurrency: Number(form.get("concurrency")),
      runtimeId: form.get("runtimeId") || null,
      retryStrategy: retryStrategy(form, this.state.retry),
      useGlobalAlertSettings: JSON.parse(this.state.alerts),
      ...(this.state.alerts === "false" && { alertSettings: alertSettings(form, group.alertSettings) }),
      alertChannelSubscriptions: [
        ...(group.alertChannelSubscriptions || []).filter(({ alertChannelId }) => !shown.has(alertChannelId)),
        ...channels.filter(({ id }) => form.get("channel-" + id)).map(({ id }) => ({ alertChannelId: id, activated: form.get("channel-" + id) === "on" })),
      ],
      dependsOn: chosenOf(this.state.parents),
      environmentVariables: this.state.variables.map(({ key, value, locked, secret }) => ({ key: key.trim(), value, locked, secret })),
    };
    if (await this.save(() => send("PUT", "/v2/check-groups/" + group.id, body, etag), "The group is saved.")) {
      this.renew();
    }
  };

  remove = () => this.act(() => send("DELETE", "/v1/check-groups/" + this.props.id), "The group is deleted.").then((done) => done && this.props.go("/groups"));

  content({ group, members, regions, places, channels, runtimes, held, groups }, { writes }) {
    const { busy, refused, edition, alerts, retry, variables, parents } = this.state;
    const offers = offered(regions, places, group.locations);
    const boxes = (f, name, options) => h("div", { class: "checks" }, options.map(([value, word, note]) => f.box(name, [word, note && h("span", { class: "soft" }, " ", note)], group[name]?.includes(value), { value })));
    const subscribed = (id) => {
      const found = (group.alertChannelSubscriptions || []).find(({ alertChannelId }) => alertChannelId === id);
      return found ? (found.activated ? "on" : "off") : "";
    };
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/groups" }, "Groups")),
      h(
        Head,
        { title: group.name, under: writes ? undefined : READ_ONLY },
        group.activated ? h(Badge, { tone: "good" }, "Running") : h(Badge, null, "Paused"),
        group.muted && h(Badge, null, "Muted"),
        h(Link, { to: "/monitors?groupId=" + group.id, class: "button quiet" }, "Monitors of the group"),
        writes && members.total === 0 && h(Ask, { what: "Delete", question: `Delete the group ${group.name}?`, yes: this.remove }),
      ),
      h(
        "div",
        { class: "beside" },
        h(Form, { key: edition, save: this.submit, refused, busy, label: "Save", cancel: "/groups", renew: this.renew, fixed: !writes }, (f) => [
          f.text("name", "Name", { value: group.name, required: true, maxLength: 255 }),
          h("div", { class: "checks" }, f.box("activated", "Running (off pauses all members)", group.activated), f.box("muted", "Muted (members run, but do not alert)", group.muted)),
          f.text("tags", "Tags", { value: group.tags.join(", "), hint: "Separated by commas. Members have them too." }),
          h("h2", null, "Runs"),
          h("div", { class: "side" }, f.select("frequency", "Run every", FREQUENCIES, { value: group.frequency ?? "", hint: "For members without an interval of their own." }), f.select("runParallel", "Several locations", PARALLEL, { value: group.runParallel ?? "" }), f.text("concurrency", "Runs at the same time", { type: "number", min: 1, max: 1000, step: 1, required: true, value: group.concurrency, hint: "In a run by hand of the whole group." })),
          f.set("locations", "Locations", offers.regions.length === 0 ? h("p", { class: "hint soft" }, "Instances with BELFRY_LOCATIONS add locations to choose from.") : boxes(f, "locations", offers.regions), "With none chosen, each member keeps its own."),
          offers.places.length > 0 && f.set("privateLocations", "Private locations", boxes(f, "privateLocations", offers.places)),
          h(Retries, { f, of: group.retryStrategy, kind: retry, choose: (event) => this.setState({ retry: event.target.value }) }),
          h("h2", null, "Alerts"),
          h(Alerting, { f, of: group.alertSettings, group: group.id, retry, whose: alerts, parents, groups, choose: (event) => this.setState({ alerts: event.target.value }) }),
          f.set(
            "alertChannelSubscriptions",
            "Channels",
            channels.length === 0 ? h("p", { class: "hint soft" }, "There are no channels. ", h(Link, { to: "/channels" }, "Add a channel")) : h("div", { class: "pairs" }, channels.map((channel) => f.select("channel-" + channel.id, receiver(channel.type, channel.config), SUBSCRIBED, { value: subscribed(channel.id) }))),
          ),
          h(DependsOn, { value: parents, change: (next) => this.setState({ parents: next }), groups, self: { groupId: group.id }, error: f.message("dependsOn") }),
          h(GroupVariables, { f, variables, set: (next) => this.setState({ variables: next }) }),
          h("details", { class: "section" }, h("summary", null, h("h2", null, "Runtime")), f.select("runtimeId", "Runtime of scripts", [["", "That of the account"], ...runtimes.map(({ name }) => [name, name])], { value: group.runtimeId ?? "", hint: "Monitors do not use it." })),
        ]),
        h(
          Card,
          { id: "members", title: ["Members ", h("span", { class: "count" }, numeral(members.total))] },
          members.total === 0 ? h(Empty, null, "The group has no monitors. Choose it in the form of a monitor.") : h("ul", { class: "rows" }, members.entries.map((check) => h("li", { key: check.id }, h(Link, { to: "/monitors/" + check.id }, check.name)))),
          members.total > SHOWN && h(Link, { to: "/monitors?groupId=" + group.id }, `and ${counted(members.total - SHOWN, "more monitor")}`),
        ),
      ),
      h(Held, { alerts: held }),
    ];
  }
}
