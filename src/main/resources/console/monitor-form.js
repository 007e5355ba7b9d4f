// The form for a new or existing URL monitor; every field it leaves out has the default of the API.
import { Failure, Field, Head, Link, h } from "./dom.js";
import { get, send } from "./api.js";
import { View } from "./view.js";

const FREQUENCIES = [[0, "30 seconds"], [1, "minute"], [2, "2 minutes"], [5, "5 minutes"], [10, "10 minutes"], [15, "15 minutes"], [30, "30 minutes"], [60, "hour"], [120, "2 hours"], [180, "3 hours"], [360, "6 hours"], [720, "12 hours"], [1440, "day"]];

export class MonitorForm extends View {
  async read(signal) {
    const { id } = this.props;
    const [check, groups, regions, places] = await Promise.all([
      id ? get(`/v1/checks/${id}`, signal) : null,
      get("/v1/check-groups?limit=100", signal),
      get("/v1/locations", signal),
      get("/v1/private-locations", signal),
    ]);
    return { check, groups, regions, places };
  }

  submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const { check } = this.state.data;
    const number = (name) => (form.get(name) === "" ? null : Number(form.get(name)));
    const body = {
      name: form.get("name").trim(),
      frequency: Number(form.get("frequency")),
      locations: form.getAll("locations"),
      privateLocations: form.getAll("privateLocations"),
      tags: form.get("tags").split(",").map((tag) => tag.trim()).filter(Boolean),
      groupId: form.get("groupId") === "" ? null : Number(form.get("groupId")),
      degradedResponseTime: number("degradedResponseTime"),
      maxResponseTime: number("maxResponseTime"),
      runParallel: form.has("runParallel"),
      shouldFail: form.has("shouldFail"),
      request: { ...check?.request, url: form.get("url").trim(), followRedirects: form.has("followRedirects") },
    };
    if (body.frequency === 0 && check?.frequency !== 0) {
      body.frequencyOffset = 30;
    } else if (check?.frequencyOffset && check.frequency !== body.frequency) {
      body.frequencyOffset = 1; // What it was may not fit.
    }
    const made = await this.act(
      () => (check ? send("PUT", `/v1/checks/url/${check.id}`, body) : send("POST", "/v1/checks/url?autoAssignAlerts=" + form.has("autoAssignAlerts"), body)),
      check ? "The monitor is saved." : "The monitor is created; its first run follows.",
    );
    if (made) {
      this.props.go("/monitors/" + made.id);
    } else {
      this.base.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
    }
  };

  content({ check, groups, regions, places }, { writes }) {
    const { busy, refused } = this.state;
    const error = (path) => refused?.fields.find((field) => field.path === path)?.message;
    const input = (name, value, props) => h("input", { id: name, name, defaultValue: value ?? "", "aria-invalid": error("/" + name) ? "true" : undefined, "aria-describedby": error("/" + name) ? name + "-error" : props?.hint ? name + "-hint" : undefined, ...props, hint: undefined });
    if (!writes) {
      return h(Head, { title: "New monitor", under: "This key is read-only." });
    }
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/monitors" }, "Monitors"), check && [" / ", h(Link, { to: "/monitors/" + check.id }, check.name)]),
      h(Head, { title: check ? "Edit monitor" : "New monitor" }),
      refused && h(Failure, { of: refused }),
      h(
        "form",
        { class: "card form", onSubmit: this.submit },
        h(Field, { label: "Name", id: "name", error: error("/name") }, input("name", check?.name, { required: true, maxLength: 255, autocomplete: "off" })),
        h(Field, { label: "Address", id: "url", error: error("/request/url"), hint: "Belfry requests it with GET; a status below 400 passes." }, input("url", check?.request.url, { type: "url", required: true, placeholder: "https://example.com/", hint: true })),
        h(
          "div",
          { class: "side" },
          h(Field, { label: "Run every", id: "frequency", error: error("/frequency") }, h("select", { id: "frequency", name: "frequency", defaultValue: String(check?.frequency ?? 1) }, FREQUENCIES.map(([value, word]) => h("option", { key: value, value: String(value), selected: value === (check?.frequency ?? 1) }, value === 0 && check?.frequency === 0 ? `${check.frequencyOffset ?? 30} seconds` : word)))),
          h(Field, { label: "Group", id: "groupId", error: error("/groupId") }, h("select", { id: "groupId", name: "groupId" }, h("option", { value: "" }, "None"), groups.map((group) => h("option", { key: group.id, value: String(group.id), selected: group.id === check?.groupId }, group.name)))),
          h(Field, { label: "Degraded from (ms)", id: "degradedResponseTime", error: error("/degradedResponseTime") }, input("degradedResponseTime", check ? check.degradedResponseTime : 3000, { type: "number", min: 0, max: 30000 })),
          h(Field, { label: "Failed from (ms)", id: "maxResponseTime", error: error("/maxResponseTime") }, input("maxResponseTime", check ? check.maxResponseTime : 5000, { type: "number", min: 0, max: 30000 })),
        ),
        h(Field, { label: "Tags", id: "tags", hint: "Separated by commas.", error: error("/tags") }, input("tags", check?.tags.join(", "), { hint: true, autocomplete: "off" })),
        h(
          "fieldset",
          null,
          h("legend", null, "Locations"),
          h("p", { class: "hint soft" }, "With none selected, runs use the default location. Unless all run at once, locations take turns."),
          h(
            "div",
            { class: "checks" },
            places.map((place) => h(Box, { key: place.slugName, name: "privateLocations", value: place.slugName, label: place.name + " (private)", on: check?.privateLocations?.includes(place.slugName) })),
            regions.map((region) => h(Box, { key: region.region, name: "locations", value: region.region, label: region.name, on: check?.locations?.includes(region.region) })),
          ),
        ),
        h(
          "div",
          { class: "checks" },
          h(Box, { name: "runParallel", label: "From all locations at once", on: check?.runParallel }),
          h(Box, { name: "followRedirects", label: "Follow redirects", on: check ? check.request.followRedirects !== false : true }),
          h(Box, { name: "shouldFail", label: "Passes when the request fails", on: check?.shouldFail }),
          !check && h(Box, { name: "autoAssignAlerts", label: "Send alerts to every channel of the account", on: true }),
        ),
        h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy }, check ? "Save" : "Create monitor"), h(Link, { to: check ? "/monitors/" + check.id : "/monitors", class: "button quiet" }, "Cancel")),
      ),
    ];
  }
}

function Box({ name, value, label, on }) {
  return h("label", { class: "box" }, h("input", { type: "checkbox", name, value, defaultChecked: Boolean(on) }), label);
}
