// Services: the parts of an offering that status pages show and incidents affect.
import { Failure, Field, Head, Link, Pager, Table, Time, h } from "./dom.js";
import { send } from "./api.js";
import { Ask } from "./ask.js";
import { Form, Nothing, READ_ONLY, Room, parts, startAgain } from "./room.js";

const LIMIT = 50;

export class Services extends Room {
  kinds = ["service"];

  async read(signal) {
    return { services: await parts("/v1/status-pages/services", signal) };
  }

  make = async (values, form) => {
    if (await this.save(() => send("POST", "/v1/status-pages/services", { name: values.get("name").trim() }), "The service is created.")) {
      startAgain(form);
      this.load();
    }
  };

  remove = (service) => this.act(() => send("DELETE", "/v1/status-pages/services/" + service.id), "The service is deleted.").then((done) => done && this.load());

  content({ services }, { writes, search }) {
    const { busy, refused } = this.state;
    const wanted = (search.get("search") || "").toLowerCase();
    const found = services.filter((service) => service.name.toLowerCase().includes(wanted));
    const number = Number(search.get("page") || 1);
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/pages" }, "Status pages")),
      h(Head, { title: "Services", under: "The parts of your offering that readers know: status pages show them, incidents affect them." }),
      writes && h("section", { class: "card" }, h(Form, { bare: true, save: this.make, refused, busy, label: "Create service" }, (f) => f.text("name", "New service", { required: true, maxLength: 255 }))),
      refused && !writes && h(Failure, { of: refused }),
      services.length === 0
        ? h(Nothing, { title: "No services yet" }, h("p", null, "Name what your customers use, such as Website, Checkout or API. Then put the services on a status page and link their monitors."), !writes && h("p", { class: "soft" }, READ_ONLY))
        : services.length > LIMIT && h("div", { class: "filters" }, h(Field, { label: "Search", id: "search" }, h("input", { id: "search", type: "search", defaultValue: search.get("search") || "", onInput: (event) => this.props.replace("/services" + (event.target.value ? "?search=" + encodeURIComponent(event.target.value) : "")) }))),
      services.length > 0 && found.length === 0 && h("p", { class: "soft" }, "No service has this name."),
      found.length > 0 &&
        h(Table, {
          caption: "Services",
          columns: [{ name: "Name" }, { name: "Created", class: "wide" }, ...(writes ? [{ name: "Change" }] : [])],
          rows: found.slice((number - 1) * LIMIT, number * LIMIT).map((service) => ({
            key: service.id,
            cells: [h(Link, { to: "/services/" + service.id }, service.name), h(Time, { at: service.created_at }), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the service ${service.name}? Incidents and status pages remain without it, and its monitors no longer open incidents.`, yes: () => this.remove(service) })].slice(0, writes ? 3 : 2),
          })),
        }),
      h(Pager, { of: "service", page: number, limit: LIMIT, total: found.length, to: (other) => `/services?page=${other}${wanted ? "&search=" + encodeURIComponent(wanted) : ""}` }),
    ];
  }
}
