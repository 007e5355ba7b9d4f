// The form for a new or existing objective. Its monitor, group or tag cannot be changed.
import { Link, h } from "./dom.js";
import { all, send, version } from "./api.js";
import { Area, Side, Text, Ticks } from "./fields.js";
import { FormView } from "./form.js";
import { numeral } from "./reader.js";
import { change } from "./room.js";
import { Subjects, chosenOf, placeOf, readSubjects } from "./subjects.js";
import { receiver } from "./words.js";

const of = (name, label) => () => [name, label];
const outside = (text, least, most) => text.trim() === "" || !(Number(text) >= least && Number(text) <= most);

export class ObjectiveForm extends FormView {
  places = [
    [/^\/name/, of("name", "Name")],
    [/^\/description/, of("description", "Description")],
    [/^\/(checkId|groupId)/, of("subject", "The subject")],
    [/^\/tag/, of("tag", "Tag")],
    [/^\/target/, of("target", "Target")],
    [/^\/windowDays/, of("windowDays", "Window")],
    [/^\/alertChannelSubscriptions/, of("channels", "Channels")],
  ];

  async fetch(signal) {
    const { id } = this.props;
    const [edited, groups, channels] = await Promise.all([id ? version("/v1/objectives/" + id, signal) : null, all("/v1/check-groups", signal), all("/v1/alert-channels", signal)]);
    const objective = edited?.value;
    const subject = await readSubjects(objective && [objective], signal);
    this.verb = objective ? "Save" : "Create objective";
    return { edited, objective, groups, channels, subject };
  }

  initial({ objective, channels }) {
    return {
      name: objective?.name ?? "",
      description: objective?.description ?? "",
      subject: [],
      tag: "",
      target: String(objective?.target ?? 99.9),
      windowDays: String(objective?.windowDays ?? 30),
      channels: objective ? objective.alertChannelSubscriptions.filter((one) => one.activated).map((one) => one.alertChannelId) : channels.map((one) => one.id),
    };
  }

  problems(values, data = this.state.data) {
    const problems = {};
    if (!values.name.trim()) {
      problems.name = "Enter a name.";
    }
    const tagged = values.tag.trim() !== "";
    if (!data.objective && values.subject.length === 0 && !tagged) {
      problems.subject = "Choose a monitor or a group, or enter a tag.";
    } else if (tagged && values.subject.length > 0) {
      problems.tag = "Leave this empty, or remove the monitor or group.";
    }
    if (outside(values.target, 50, 99.999)) {
      problems.target = "Target must be from 50 to 99.999 %.";
    }
    if (outside(values.windowDays, 7, 90) || !Number.isInteger(Number(values.windowDays))) {
      problems.windowDays = "Window must be a whole number from 7 to 90 days.";
    }
    return problems;
  }

  save(values) {
    const objective = this.edited?.value;
    const off = (objective?.alertChannelSubscriptions || []).filter((one) => !one.activated && !values.channels.includes(one.alertChannelId));
    const body = {
      name: values.name.trim(),
      description: values.description.trim() || null,
      target: Number(values.target),
      windowDays: Number(values.windowDays),
      alertChannelSubscriptions: [...values.channels.map((id) => ({ alertChannelId: id, activated: true })), ...off],
    };
    return objective ? change("/v1/objectives/" + objective.id, body, this.edited) : send("POST", "/v1/objectives", { ...body, ...(values.subject.length > 0 ? chosenOf(values.subject)[0] : { tag: values.tag.trim() }) });
  }

  saved() {
    this.tell(this.state.data.objective ? "The objective is saved." : "The objective is created.");
    this.props.go("/objectives");
  }

  heading({ objective }) {
    return objective ? "Edit objective" : "New objective";
  }

  back() {
    return "/objectives";
  }

  crumbs() {
    return h("p", { class: "crumbs" }, h(Link, { to: "/objectives" }, "Objectives"));
  }

  sections({ objective, groups, channels, subject }) {
    const minutes = outside(this.value("target"), 50, 99.999) || outside(this.value("windowDays"), 7, 90) ? null : (1 - Number(this.value("target")) / 100) * Number(this.value("windowDays")) * 1440;
    return h(
      "section",
      { class: "card", "aria-label": "Objective" },
      h(Text, { form: this, name: "name", label: "Name", hint: "Shown in lists and messages." }),
      objective
        ? h("p", null, "About ", h(Link, { to: placeOf(objective) }, subject[0].name))
        : [
            h(Subjects, { name: "subject", label: "Monitor or group", hint: "Its runs count, or those of all members. It cannot be changed later.", value: this.value("subject"), change: (next) => this.set("subject", next), groups, most: 1, error: this.errorOf("subject") }),
            this.value("subject").length === 0 && h(Text, { form: this, name: "tag", label: "Or a tag", hint: "The runs of all monitors count that have it now, also from their group." }),
          ],
      h(Side, null, h(Text, { form: this, name: "target", label: "Target", unit: "%", hint: "Of the runs that count, so many have to be good.", inputMode: "decimal" }), h(Text, { form: this, name: "windowDays", label: "Window", unit: "days", hint: "7 to 90, up to now.", inputMode: "numeric" })),
      h("p", { role: "status", class: "soft" }, minutes === null ? "" : `The error budget is ${numeral(Math.round(minutes * 10) / 10)} minutes of bad runs in ${this.value("windowDays")} days.`),
      h(Ticks, { form: this, name: "channels", label: "Channels", hint: "They hear when the budget is spent too fast, and when that is over.", options: channels.map((channel) => [channel.id, receiver(channel.type, channel.config), channel.health.status === "NOT_CONFIGURED" ? "(cannot send)" : ""]), none: ["There are no channels yet. ", h(Link, { to: "/channels/new" }, "Add a channel")] }),
      h(Area, { form: this, name: "description", label: "Description", hint: "Notes for people.", rows: 2 }),
    );
  }
}
