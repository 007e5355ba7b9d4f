// A maintenance window: when, in which time zone, what it affects, and whether pages show it.
import { Head, Link, h } from "./dom.js";
import { send, version } from "./api.js";
import { reader } from "./reader.js";
import { Form, READ_ONLY, Room, list, number, optional, parts } from "./room.js";
import { effects, fromInput, stretch, toInput, ZONES } from "./windows.js";

const HOUR = 3600000;
const UNITS = [["", "Does not repeat"], ["DAY", "Days"], ["WEEK", "Weeks"], ["MONTH", "Months"]];

export class MaintenanceForm extends Room {
  /** The form changes the version that it began with. */
  heard() {}

  async read(signal) {
    const { id } = this.props;
    const [window, services] = await Promise.all([id ? version("/v1/maintenance-windows/" + id, signal) : {}, parts("/v1/status-pages/services", signal)]);
    const found = window.value;
    const begin = Math.ceil((Date.now() + HOUR) / HOUR) * HOUR;
    const zone = found ? found.timezone || "UTC" : reader.zone;
    this.setState({
      zone,
      from: toInput(found?.startsAt ?? begin, zone),
      to: toInput(found?.endsAt ?? begin + HOUR, zone),
      unit: found?.repeatUnit ?? "",
      does: { tags: (found?.tags ?? []).join(", "), pauseAllChecks: Boolean(found?.pauseAllChecks), silenceAllAlerts: Boolean(found?.silenceAllAlerts), silenceAlertsTags: (found?.silenceAlertsTags ?? []).join(", ") },
      shown: Boolean(found?.statusPageVisibility?.enabled),
    });
    return { window: found, etag: window.etag, services };
  }

  /** What the service would refuse in terms of its API, in terms of the form. */
  faults(form) {
    const { zone, unit, from, to, shown } = this.state;
    const ends = unit && form.get("repeatEndsAt");
    const wrong = {};
    if (fromInput(to, zone) <= fromInput(from, zone)) {
      wrong.endsAt = "The end must be after the start.";
    }
    if (ends && fromInput(ends + "T23:59", zone) <= fromInput(from, zone)) {
      wrong.repeatEndsAt = "The last day must not be before the start.";
    }
    if (!shown && effects(this.does()).length === 0) {
      wrong.tags = "Enter a tag, or tick what happens during the window.";
    }
    return wrong;
  }

  submit = async (form) => {
    const { window, etag } = this.state.data;
    const { zone, unit } = this.state;
    const ends = unit && form.get("repeatEndsAt");
    const body = {
      name: form.get("name").trim(),
      description: optional(form.get("description")),
      startsAt: fromInput(form.get("startsAt"), zone).toISOString(),
      endsAt: fromInput(form.get("endsAt"), zone).toISOString(),
      timezone: zone,
      repeatUnit: unit || null,
      repeatInterval: unit ? number(form.get("repeatInterval")) : null,
      repeatEndsAt: ends ? fromInput(ends + "T23:59", zone).toISOString() : null,
      ...this.does(),
      statusPageVisibility: { enabled: form.has("visible"), serviceIds: form.getAll("services") },
    };
    const saved = await this.save(
      () => (window ? send("PUT", "/v1/maintenance-windows/" + window.id, body, etag) : send("POST", "/v1/maintenance-windows", body)),
      window ? "The maintenance is saved." : "The maintenance is planned.",
    );
    if (saved) {
      this.props.go("/maintenance");
    }
  };

  does() {
    const { tags, silenceAlertsTags, ...flags } = this.state.does;
    return { tags: list(tags), silenceAlertsTags: list(silenceAlertsTags), ...flags };
  }

  /** The entered times as others read them. */
  others() {
    const { zone, from, to } = this.state;
    const begin = from && fromInput(from, zone);
    const end = to && fromInput(to, zone);
    if (!begin || !end || end <= begin) {
      return null;
    }
    return [...new Set([reader.zone, "UTC"])].filter((one) => one !== zone).map((one) => `${stretch(begin, end, one)} ${one === reader.zone ? `your time (${one})` : one}`).join(" · ");
  }

  content({ window, services }, { writes }) {
    const { busy, refused, edition, zone, from, to, unit, does, shown } = this.state;
    const visible = window?.statusPageVisibility;
    const doing = (name) => ({ target }) => this.setState((now) => ({ does: { ...now.does, [name]: target.type === "checkbox" ? target.checked : target.value } }));
    const set = (name) => (event) => this.setState({ [name]: event.target.value });
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/maintenance" }, "Maintenance")),
      h(Head, { title: window ? window.name : "New maintenance", under: writes ? undefined : READ_ONLY }),
      writes &&
        h(Form, { key: edition, save: this.submit, faults: (form) => this.faults(form), refused, busy, label: window ? "Save" : "Plan maintenance", cancel: "/maintenance", renew: this.renew }, (f) => [
          f.text("name", "Name", { value: window?.name, required: true, maxLength: 255 }),
          f.area("description", "Description", { value: window?.description, maxLength: 1000, hint: "Status pages show it where the window is visible." }),
          h(
            "div",
            { class: "side" },
            f.text("startsAt", "Start", { type: "datetime-local", value: from, required: true, onInput: set("from") }),
            f.text("endsAt", "End", { type: "datetime-local", value: to, required: true, onInput: set("to") }),
            f.select("timezone", "Time zone", (ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((one) => [one, one === reader.zone ? one + " (yours)" : one]), { value: zone, onChange: set("zone") }),
          ),
          h("p", { class: "hint soft", role: "status" }, this.others()),
          h(
            "div",
            { class: "side" },
            f.select("repeatUnit", "Repeat", UNITS, { value: unit, onChange: set("unit") }),
            unit && f.text("repeatInterval", `Every … ${UNITS.find(([one]) => one === unit)[1].toLowerCase()}`, { type: "number", min: 1, max: 1000, step: 1, required: true, value: window?.repeatInterval || 1 }),
            unit && f.text("repeatEndsAt", "Last day", { type: "date", value: window?.repeatEndsAt ? toInput(window.repeatEndsAt, zone).slice(0, 10) : "", hint: "Empty: no end." }),
          ),
          h("h2", null, "During the window"),
          f.text("tags", "Monitors with these tags do not alert", { value: does.tags, onInput: doing("tags"), hint: "Separated by commas. A tag of a group counts for its members." }),
          f.box("pauseAllChecks", does.tags ? "They do not run either" : "No monitor runs", does.pauseAllChecks, { onChange: doing("pauseAllChecks") }),
          f.box("silenceAllAlerts", "No monitor alerts", does.silenceAllAlerts, { onChange: doing("silenceAllAlerts") }),
          does.pauseAllChecks || does.silenceAlertsTags ? f.text("silenceAlertsTags", "Also no alerts for monitors with these tags", { value: does.silenceAlertsTags, onInput: doing("silenceAlertsTags"), hint: "Separated by commas. These monitors keep running." }) : null,
          h("p", { class: "audience", role: "status" }, h("strong", null, "Effect: "), effects(this.does()).join(" · ") || "none yet. Enter a tag or tick a box."),
          f.set(
            "statusPageVisibility",
            "Status pages",
            [
              f.box("visible", "Show it on status pages, from 60 days ahead", shown, { onChange: (event) => this.setState({ shown: event.target.checked }) }),
              shown && services.length > 0 && [h("p", { class: "hint soft" }, "Services under maintenance; with none chosen, all."), h("div", { class: "checks" }, services.map((service) => f.box("services", service.name, visible?.serviceIds?.includes(service.id), { value: service.id })))],
            ],
          ),
        ]),
    ];
  }
}
