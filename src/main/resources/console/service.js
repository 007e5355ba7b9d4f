// One service: the monitors that watch it, and the pages that show it.
import { Badge, Card, Component, Empty, Failure, Field, Head, Link, Table, h } from "./dom.js";
import { get, page, query, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { pathOf } from "./check-types.js";
import { Form, Room, parts } from "./room.js";
import { SEVERITIES, counted } from "./words.js";

const SHOWN = 100;

/** Finds monitors by name, as one types. */
class Finder extends Component {
  state = { found: [] };

  componentDidMount() {
    this.look("");
  }

  componentWillUnmount() {
    clearTimeout(this.soon);
    this.gone = true;
  }

  type = (event) => {
    clearTimeout(this.soon);
    const text = event.target.value.trim();
    this.soon = setTimeout(() => this.look(text), 250);
  };

  async look(search) {
    const found = await get("/v1/check-overview" + query({ search, limit: 20 })).catch(() => null);
    if (!this.gone && found) {
      this.setState({ found: found.entries });
    }
  }

  render({ f }, { found }) {
    return [
      h(Field, { label: "Find a monitor", id: "find", hint: "By name or address." }, h("input", { id: "find", type: "search", autocomplete: "off", onInput: this.type, "aria-describedby": "find-hint" })),
      f.select("monitor", "Monitor", [["", found.length ? "Choose a monitor" : "No monitor found"], ...found.map((check) => [check.checkId, check.name])], { required: true }),
    ];
  }
}

export class Service extends Room {
  home = { up: "/services", listed: "Services" };
  kinds = ["service", "check", "page"];

  async read(signal) {
    const { id } = this.props;
    const [service, checks, pages] = await Promise.all([version("/v1/status-pages/services/" + id, signal), page("/v1/checks" + query({ serviceId: id, limit: SHOWN }), signal), parts("/v1/status-pages", signal)]);
    return { service: service.value, etag: service.etag, checks, pages: pages.filter((one) => one.cards.some((card) => card.services.some((other) => other.id === id))) };
  }

  rename = async (form) => {
    if (await this.save(() => send("PUT", "/v1/status-pages/services/" + this.props.id, { name: form.get("name").trim() }, this.renamed), "The service is renamed.")) {
      this.setState({ mode: null });
      this.load();
    }
  };

  link = async (form) => {
    const triggerIncident = { serviceId: this.props.id, severity: form.get("severity"), name: form.get("name").trim(), description: form.get("description").trim(), notifySubscribers: form.has("notify") };
    const change = async () => this.change(await get("/v1/checks/" + form.get("monitor")), triggerIncident);
    if (await this.save(change, "The monitor is linked.")) {
      this.setState({ mode: null });
      this.load();
    }
  };

  change = ({ id, checkType }, triggerIncident) => send("PUT", pathOf(checkType, id), { triggerIncident });

  unlink = (check) => this.act(() => this.change(check, null), `${check.name} is no longer linked.`).then((done) => done && this.load());

  remove = () => this.act(() => send("DELETE", "/v1/status-pages/services/" + this.props.id), "The service is deleted.").then((done) => done && this.props.go("/services"));

  open(mode) {
    this.renamed = this.state.data.etag;
    this.setState({ mode, refused: null });
  }

  close = () => this.setState({ mode: null, refused: null });

  content({ service, checks, pages }, { writes }) {
    const { busy, refused, mode, edition } = this.state;
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/pages" }, "Status pages"), " / ", h(Link, { to: "/services" }, "Services")),
      h(
        Head,
        { title: service.name },
        writes && mode !== "rename" && h("button", { type: "button", class: "quiet", onClick: () => this.open("rename") }, "Rename"),
        writes && h(Ask, { what: "Delete", question: `Delete the service ${service.name}? Incidents and status pages remain without it, and its monitors no longer open incidents.`, yes: this.remove }),
      ),
      refused && !mode && h(Failure, { of: refused }),
      mode === "rename" && h(Form, { key: "rename" + edition, save: this.rename, refused, busy, label: "Save", cancel: this.close, renew: this.renew }, (f) => f.text("name", "Name", { value: service.name, required: true, maxLength: 255 })),
      h(
        Card,
        { id: "monitors", title: "Monitors", aside: writes && mode !== "link" && h("button", { type: "button", class: "quiet", onClick: () => this.open("link") }, "Link a monitor") },
        h("p", { class: "soft" }, "Their results make the 90 days on status pages. Their alerts open an incident for this service, and their recovery resolves it."),
        mode === "link" &&
          h(Form, { bare: true, key: "link", save: this.link, refused, busy, label: "Link the monitor", cancel: this.close }, (f) => [
            h(Finder, { f }),
            h("div", { class: "side" }, f.select("severity", "Severity of the incident", Object.entries(SEVERITIES), { value: "MAJOR" }), f.text("name", "Headline of the incident", { value: service.name + " is unavailable", required: true, maxLength: 255 })),
            f.area("description", "First message to readers", { value: "We are looking into it.", required: true, maxLength: 10000 }),
            f.box("notify", "Send it to subscribers", true),
          ]),
        checks.entries.length === 0
          ? h(Empty, null, "No monitor watches this service, so status pages show no history for it.")
          : h(Table, {
              caption: "Monitors of the service",
              columns: [{ name: "Monitor" }, { name: "Opens", class: "wide" }, { name: "Severity" }, ...(writes ? [{ name: "Change" }] : [])],
              rows: checks.entries.map((check) => ({
                key: check.id,
                cells: [h(Link, { to: "/monitors/" + check.id }, check.name), check.triggerIncident.name, SEVERITIES[check.triggerIncident.severity], h(Ask, { what: "Unlink", tone: "small", question: `Unlink ${check.name}? It no longer opens incidents, and its results leave the history of ${service.name}.`, yes: () => this.unlink(check) })].slice(0, writes ? 4 : 3),
              })),
            }),
        checks.total > SHOWN && h("p", { class: "soft" }, `and ${counted(checks.total - SHOWN, "more monitor")}`),
      ),
      h(
        Card,
        { id: "pages", title: "Status pages" },
        pages.length === 0 ? h(Empty, null, "No status page shows this service. ", h(Link, { to: "/pages" }, "Open the status pages")) : h("ul", { class: "rows" }, pages.map((one) => h("li", { key: one.id }, h("div", null, h(Link, { to: "/pages/" + one.id }, one.name), " ", one.isPrivate && h(Badge, null, "Private"), h("p", { class: "soft" }, "/status/" + one.url))))),
      ),
    ];
  }
}
