// The form for a new or existing channel.
import { Link, h } from "./dom.js";
import { all, get, send, version } from "./api.js";
import { FormView } from "./form.js";
import { Area, Rows, Section, Select, Side, Text, Tick, Ticks } from "./fields.js";
import { Grouping } from "./channel-grouping.js";
import { Whom, memberName } from "./channel-member.js";
import { OnCall } from "./channel-on-call.js";
import { KEPT, MEMBERS, METHODS, PLACES, SECRETS, bodyOf, problemsOf, valuesOf } from "./channel-values.js";
import { QuietHours } from "./channel-quiet.js";
import { persons } from "./persons.js";
import { change } from "./room.js";
import { CHANNELS, receiver } from "./words.js";

const PAIR = [{ name: "key", label: "Name" }, { name: "value", label: "Value" }];

export class ChannelForm extends FormView {
  places = PLACES;
  secrets = SECRETS;

  async fetch(signal) {
    const { id } = this.props;
    const [edited, types, checks, groups, schedules, members, teams] = await Promise.all([id ? version(`/v1/alert-channels/${id}`, signal) : null, get("/v1/alert-channel-types", signal), all("/v1/checks", signal), all("/v1/check-groups", signal), all("/v1/on-call-schedules", signal), persons(signal), all("/v1/teams", signal)]);
    const channel = edited?.value;
    this.verb = channel ? "Save" : "Add channel";
    return { edited, channel, types, checks, groups, schedules, members, teams };
  }

  initial({ channel, types }) {
    return valuesOf(channel, types.find((one) => one.canSend && MEMBERS[one.type])?.type ?? "WEBHOOK");
  }

  problems(values, data = this.state.data) {
    return problemsOf(values, data?.channel);
  }

  save(values) {
    const channel = this.edited?.value;
    const body = bodyOf(values, channel);
    if (values.type === "MEMBER") {
      body.config.name = memberName(values, this.state.data);
    }
    return channel ? change(`/v1/alert-channels/${channel.id}`, body, this.edited) : send("POST", "/v1/alert-channels", body);
  }

  saved() {
    this.tell(this.state.data.channel ? "The channel is saved." : "The channel is added. Send it a test.");
    this.props.go("/channels");
  }

  heading({ channel }) {
    return channel ? "Edit channel" : "New channel";
  }

  back() {
    return "/channels";
  }

  crumbs({ channel }) {
    return h("p", { class: "crumbs" }, h(Link, { to: "/channels" }, "Channels"), channel && [" / ", receiver(channel.type, channel.config)]);
  }

  sections({ channel, types, checks, groups, schedules }) {
    return [
      h("section", { class: "card", "aria-label": "Receiver" }, this.receiver(channel, types)),
      this.value("type") === "WEBHOOK" && this.webhook(channel, this.service(types)),
      h(
        Section,
        { title: "What is sent", open: true },
        h("div", { class: "checks" }, h(Tick, { form: this, name: "sendFailure", label: "Failures" }), h(Tick, { form: this, name: "sendRecovery", label: "Recoveries" }), h(Tick, { form: this, name: "sendDegraded", label: "Degraded" }), h(Tick, { form: this, name: "sslExpiry", label: "Certificates about to expire" })),
        this.value("type") === "EMAIL" && h(Tick, { form: this, name: "objectiveReport", label: "Report about objectives each month" }),
        this.value("sslExpiry") && h(Side, null, h(Text, { form: this, name: "sslExpiryThreshold", label: "Notify before expiry", unit: "days", inputMode: "numeric" })),
        h(Side, null, h(Text, { form: this, name: "escalateAfterMinutes", label: "Wait for an acknowledgement", unit: "minutes", inputMode: "numeric", hint: "Alerts are sent here only when nobody has acknowledged them by then. 0: at once." })),
        h(QuietHours, { form: this }),
      ),
      h(Grouping, { form: this }),
      h(OnCall, { form: this, schedules }),
      h(
        Section,
        { title: "Monitors and groups", summary: `${this.value("checks").length + this.value("groups").length} subscribed` },
        h(Tick, { form: this, name: "autoSubscribe", label: "Subscribe new monitors" }),
        h(Ticks, { form: this, name: "checks", label: "Monitors", options: checks.map((one) => [one.id, one.name]), none: "There are no monitors yet." }),
        groups.length > 0 && h(Ticks, { form: this, name: "groups", label: "Groups", options: groups.map((one) => [one.id, one.name]) }),
      ),
    ];
  }

  receiver(channel, types) {
    const type = this.value("type");
    const offered = types.filter((one) => MEMBERS[one.type] && one.canSend);
    const missing = types.filter((one) => !one.canSend);
    return [
      channel
        ? h("p", null, h("strong", null, CHANNELS[type]))
        : h(Select, { form: this, name: "type", label: "Type", options: offered.map((one) => [one.type, CHANNELS[one.type]]) }),
      h(
        Side,
        null,
        type === "MEMBER" && h(Whom, { form: this, ...this.state.data }),
        MEMBERS[type]?.map(([name, label, { secret, required, list, person, ...props }]) => !person && h(Text, { key: type + name, form: this, name, label, hint: secret && channel ? KEPT : required ? "" : "Optional.", ...props, ...(secret ? { type: "password", autocomplete: "new-password" } : {}) })),
      ),
      type === "WEBHOOK" && this.services(types),
      type === "OPSGENIE" && h(Side, null, h(Select, { form: this, name: "region", label: "Region", options: [["", "United States"], ["EU", "Europe"]] }), h(Select, { form: this, name: "priority", label: "Priority", options: [["", "Default"], ...["P1", "P2", "P3", "P4", "P5"].map((one) => [one, one])] })),
      channel?.hookUrl && h("p", { class: "hint" }, `Webhook address for ${CHANNELS[type]}, which brings acknowledgements back: `, h("code", null, channel.hookUrl)),
      !channel && missing.length > 0 && h("details", null, h("summary", null, missing.length === 1 ? "1 type is not available" : `${missing.length} types are not available`), h("ul", null, missing.map((one) => h("li", { key: one.type }, `${CHANNELS[one.type]}: ${one.reason}.`)))),
    ];
  }

  service(types) {
    return types.find((one) => one.type === "WEBHOOK").webhookTypes.find((one) => one.webhookType === this.value("webhookType"));
  }

  /** A name that the installation does not know stays chosen. */
  services(types) {
    const known = types.find((one) => one.type === "WEBHOOK").webhookTypes.map((one) => [one.webhookType, one.name]);
    const chosen = this.value("webhookType");
    const other = chosen && !this.service(types) ? [[chosen, chosen]] : [];
    return h(Select, { form: this, name: "webhookType", label: "Service", hint: this.service(types)?.setup ?? "Choose one to send what it documents.", options: [["", "Any other"], ...other, ...known] });
  }

  webhook(channel, service) {
    return h(
      Section,
      { title: "Request", summary: this.value("method"), open: Boolean(service || channel?.config.template || channel?.config.headers?.length) },
      h(Side, null, h(Select, { form: this, name: "method", label: "Method", options: METHODS.map((one) => [one, one]) }), h(Text, { form: this, name: "webhookSecret", label: "Signing secret", hint: channel ? KEPT : "Optional. Signs the body (HMAC-SHA256).", type: "password", autocomplete: "new-password" })),
      h(Rows, { form: this, name: "headers", label: "Headers", one: "header", fresh: { key: "", value: "", locked: false }, columns: PAIR }),
      h(Rows, { form: this, name: "queryParameters", label: "Query parameters", one: "parameter", fresh: { key: "", value: "", locked: false }, columns: PAIR }),
      h(Area, { form: this, name: "template", label: "Body template", hint: "Handlebars, for example {{ALERT_TITLE}} and {{CHECK_NAME}}. Empty: " + (service ? `what ${service.name} documents.` : "Belfry's own JSON."), rows: 5, spellcheck: false }),
    );
  }
}
