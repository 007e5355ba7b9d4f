// What a person has set for all accounts: name, time zone, language and quiet hours.
import { Card, Component, createRef, h } from "./dom.js";
import { send, session } from "./api.js";
import { QUIET_PLACES, QuietHours, hoursOf, problemsOf, rowsOf } from "./channel-quiet.js";
import { Select, Side, Text } from "./fields.js";
import { Leaving } from "./leaving.js";
import { Summary, focusFirst } from "./mistakes.js";
import { BROWSER_ZONE, choose } from "./reader.js";
import { notice } from "./view.js";
import { ZONES } from "./windows.js";

const PATH = "/console/person";
const LANGUAGES = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN", "ar", "bg", "cs", "da", "de", "de-AT", "de-CH", "el", "es", "es-MX", "et", "fa", "fi", "fr", "fr-CA", "fr-CH", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"];
const PLACES = [...QUIET_PLACES, [/^\/(name|timeZone|language|quietHours)/, ([, name]) => [name]]];

function valuesOf({ name, timeZone, language, quietHours }) {
  return { name, timeZone: timeZone ?? "", language: language ?? "", quietHours: rowsOf(quietHours) };
}

/** Words for a language, with how it writes a date and a number. */
function languageOf(tag) {
  try {
    const sample = new Date(2026, 10, 28).toLocaleDateString(tag, { dateStyle: "medium" });
    return `${new Intl.DisplayNames(["en"], { type: "language" }).of(tag)}: ${sample}, ${(1234.5).toLocaleString(tag)}`;
  } catch {
    return tag;
  }
}

const LISTED = LANGUAGES.map((tag) => [tag, languageOf(tag)]).sort(([, one], [, other]) => one.localeCompare(other, "en"));

/** An option that this list does not have stays chosen. */
const offering = (options, chosen) => (options.some(([one]) => one === chosen) ? options : [[chosen, chosen], ...options]);

/** `profile` is what was read; `changed` reads the page again. */
export class Preferences extends Component {
  form = createRef();
  original = valuesOf(this.props.profile);
  state = { values: this.original, problems: {}, refusals: {}, others: [] };

  value(name) {
    return this.state.values[name];
  }

  set = (name, value) => this.setState((now) => ({ values: { ...now.values, [name]: value }, refusals: {}, others: [], problems: now.tried ? this.problems({ ...now.values, [name]: value }) : {} }));

  errorOf(name) {
    return this.state.problems[name] || this.state.refusals[name];
  }

  problems({ name, quietHours }) {
    return { ...(name.trim() ? {} : { name: "Enter a value." }), ...problemsOf(quietHours, true) };
  }

  submit = async (event) => {
    event.preventDefault();
    const { values } = this.state;
    const problems = this.problems(values);
    this.setState({ problems, refusals: {}, others: [], tried: true });
    if (Object.keys(problems).length > 0) {
      setTimeout(() => focusFirst(this.form.current));
      return;
    }
    this.setState({ busy: true });
    try {
      const profile = await send("PATCH", PATH, { name: values.name.trim(), timeZone: values.timeZone || null, language: values.language || null, quietHours: hoursOf(values.quietHours) });
      this.original = valuesOf(profile);
      choose(profile);
      this.setState({ values: this.original, tried: false });
      notice.show("Your profile is saved.");
      session.changed();
      this.props.changed();
    } catch (refused) {
      this.setState(this.refused(refused));
      setTimeout(() => focusFirst(this.form.current));
    } finally {
      this.setState({ busy: false });
    }
  };

  /** What the service refused, each beside its field. */
  refused(refused) {
    const refusals = {};
    const others = refused.fields?.length > 0 ? [] : [[refused.title, refused.detail].filter(Boolean).join(" ")];
    for (const { path, message } of refused.fields || []) {
      const [pattern, name] = PLACES.find(([one]) => one.test(path)) || [];
      const text = message.charAt(0).toUpperCase() + message.slice(1) + ".";
      if (pattern) {
        refusals[name(pattern.exec(path))[0]] = text;
      } else {
        others.push(text);
      }
    }
    return { refusals, others };
  }

  dirty = () => !this.over && JSON.stringify(this.state.values) !== JSON.stringify(this.original);

  render(props, { problems, refusals, others, busy }) {
    const zones = [["", `That of the browser (${BROWSER_ZONE})`], ...ZONES.map((one) => [one, one])];
    return [
      h(
        Card,
        { id: "preferences", title: "About you" },
        h(
          "form",
          { ref: this.form, class: "form", onSubmit: this.submit, noValidate: true },
          h(Text, { form: this, name: "name", label: "Name", maxLength: 255, autocomplete: "name" }),
          h(
            Side,
            null,
            h(Select, { form: this, name: "timeZone", label: "Time zone", hint: "Of times in the console, and in mails to you.", options: offering(zones, this.value("timeZone")) }),
            h(Select, { form: this, name: "language", label: "Dates and numbers", hint: "How they are written. Texts are in English.", options: offering([["", "As the browser writes them"], ...LISTED], this.value("language")) }),
          ),
          h(QuietHours, { form: this, personal: true }),
          h("p", { class: "hint soft" }, "Quiet hours hold for your own alert channels, unless a channel has its own."),
          h(Summary, { count: new Set([...Object.keys(problems), ...Object.keys(refusals)]).size, others }),
          h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy }, busy ? "Saving…" : "Save profile")),
        ),
      ),
      h(Leaving, { key: "leaving", dirty: this.dirty, left: () => (this.over = true) }),
    ];
  }
}
