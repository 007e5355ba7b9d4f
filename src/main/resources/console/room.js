// What the views for settings share: forms with their messages, edits of one version, and lists.
import { Component, Field, Link, createRef, h } from "./dom.js";
import { get, send, version } from "./api.js";
import { draft, enter, entered } from "./drafts.js";
import { Leaving } from "./leaving.js";
import { Restored, Summary, focusFirst } from "./mistakes.js";
import { numeral } from "./reader.js";
import { View, notice } from "./view.js";

/**
 * A view that changes things. Failures of a form stand beside it, so `save` leaves them in
 * `refused` and only reports success in passing: `done` is the text, or makes it of the answer.
 */
export class Room extends View {
  save = async (work, done) => {
    this.setState({ busy: true, refused: null });
    try {
      const answer = await work();
      notice.show(typeof done === "function" ? done(answer) : done);
      return answer ?? true;
    } catch (refused) {
      this.setState({ refused });
      return null;
    } finally {
      if (!this.gone) {
        this.setState({ busy: false });
      }
    }
  };

  /** Reads again, and gives forms the values of the new version. */
  renew = async () => {
    this.setState({ refused: null });
    await this.load();
    this.setState((now) => ({ edition: (now.edition || 0) + 1 }));
  };
}

/**
 * Changes the version that was read. If a newer version differs only in members that the body does
 * not name, such as the last sign of life of an instance, it changes the newer one.
 */
export async function change(path, body, { value, etag }, target = path) {
  try {
    return await send("PUT", target, body, etag);
  } catch (refused) {
    if (refused.status !== 412) {
      throw refused;
    }
    const now = await version(path);
    if (Object.keys(body).some((name) => JSON.stringify(now.value[name]) !== JSON.stringify(value[name]))) {
      throw refused;
    }
    return send("PUT", target, body, now.etag);
  }
}

/** All entries of a cursor list, at most ten parts of them. */
export async function parts(path, signal) {
  const found = [];
  let next = null;
  for (let part = 0; part < 10; part++) {
    const answer = await get(`${path}?limit=100${next ? "&nextId=" + next : ""}`, signal);
    found.push(...answer.entries);
    next = answer.nextId;
    if (!next) {
      break;
    }
  }
  return found;
}

/** What is wrong with an input, in words; nothing when it is as it should be. */
function fault(input) {
  const { validity } = input;
  if (validity.valueMissing || (input.required && input.value.trim() === "")) {
    return input.type === "select-one" ? "Choose one." : "Enter a value.";
  }
  if (validity.badInput) {
    return input.type === "number" ? "Enter a number." : "Enter a date and a time.";
  }
  if (validity.rangeUnderflow || validity.rangeOverflow) {
    return `Enter a number from ${numeral(Number(input.min))} to ${numeral(Number(input.max))}.`;
  }
  if (validity.typeMismatch) {
    return input.type === "url" ? "Enter a web address, such as https://example.com/." : "Enter an e-mail address.";
  }
  if (validity.stepMismatch) {
    return "Enter a whole number.";
  }
  return validity.patternMismatch ? input.dataset.pattern : undefined;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/**
 * A form. Names of its inputs are the pointers of the API without the first slash, so that a
 * refusal finds its field; a fault within a list stands under the list. `children` is a function of
 * the tools that draw fields. `save(values)` gets the `FormData`. `faults(values)` answers what is
 * wrong beyond single inputs, by name. `conflict(message)` answers the name of the field that a 409
 * is about and words for it; nothing where it is about none. A `fixed` form only shows, an `inline`
 * one is a single line.
 *
 * It keeps a draft in the tab, but for inputs that are marked by data-secret. `prefix` tells the
 * forms of one page apart.
 */
export class Form extends Component {
  state = { wrong: {} };

  form = createRef();
  draft = draft(this.props.prefix);

  componentDidMount() {
    this.original = entered(this.form.current);
    const kept = !this.props.fixed && this.draft.read();
    if (kept) {
      this.enter(kept);
      this.setState({ restored: true });
    }
  }

  componentWillUnmount() {
    clearTimeout(this.later);
  }

  /** Enters choices first: the inputs that they bring are there when the rest follows. */
  enter(values) {
    enter(this.form.current, values, true);
    this.later = setTimeout(() => enter(this.form.current, values));
  }

  discard = () => {
    this.enter({ ...this.original });
    this.later = setTimeout(this.forget);
    this.setState({ restored: false, wrong: {} });
  };

  /** A browser tells of a change also when the field that has the focus is taken away. */
  touch = () => {
    if (this.form.current) {
      this.touched = true;
      this.draft.keep(entered(this.form.current), this.original);
    }
  };

  /** Forgets the draft: the values are saved or given up. */
  forget = () => {
    this.touched = false;
    this.draft.forget();
  };

  /** Calls what ends the editing. */
  over = (then) => () => {
    this.forget();
    then();
  };

  componentDidUpdate(before) {
    if (this.touched) {
      this.touch();
    }
    if (this.sent && before.busy && !this.props.busy) {
      this.sent = false;
      if (!this.props.refused) {
        this.forget();
        this.setState({ restored: false });
      }
    }
    if (this.due || (this.props.refused && before.refused !== this.props.refused)) {
      this.due = false;
      focusFirst(this.form.current);
    }
  }

  submit = (event) => {
    event.preventDefault();
    const wrong = {};
    for (const input of event.target.elements) {
      const message = input.name && !input.disabled && fault(input);
      if (message) {
        wrong[input.name] = message;
      }
    }
    if (Object.keys(wrong).length === 0) {
      Object.assign(wrong, this.props.faults?.(new FormData(event.target)));
    }
    this.due = Object.keys(wrong).length > 0;
    this.setState({ wrong });
    if (!this.due) {
      this.sent = true;
      this.props.save(new FormData(event.target), event.target);
    }
  };

  /** The message for a field; those of the service lose to what was found before sending. */
  message = (name) => {
    const own = this.state.wrong[name];
    const { refused, conflict } = this.props;
    const [taken, words] = (refused?.status === 409 && conflict?.(refused.message)) || [];
    if (taken === name && !own) {
      this.shown.add(refused);
      return words;
    }
    const found = refused?.fields?.find(({ path }) => path === "/" + name || path.startsWith("/" + name + "/"));
    if (found) {
      this.shown.add(found);
    }
    const entry = found && /^\/(\d+)(\/|$)/.exec(found.path.slice(name.length + 1));
    return own || (found && (entry ? `Entry ${Number(entry[1]) + 1}: ` : "") + sentence(found.message));
  };

  field = (name, label, input, { hint, ...props } = {}) => {
    const error = this.message(name);
    const id = (this.props.prefix || "") + name.replaceAll("/", "-");
    const described = error ? id + "-error" : hint && id + "-hint";
    return h(Field, { key: name, label, id, hint, error, steady: true }, h(input, { id, name, "aria-invalid": error ? "true" : undefined, "aria-describedby": described || undefined, ...props }));
  };

  tools = {
    message: this.message,
    text: (name, label, { value, ...props } = {}) => this.field(name, label, "input", { defaultValue: value ?? "", autocomplete: "off", ...props }),
    area: (name, label, { value, ...props } = {}) => this.field(name, label, "textarea", { defaultValue: value ?? "", rows: 3, ...props }),
    select: (name, label, options, { value, ...props } = {}) =>
      this.field(name, label, "select", { ...props, children: options.map(([key, word]) => h("option", { key, value: key, selected: String(key) === String(value ?? "") }, word)) }),
    box: (name, label, on, props) => h("label", { class: "box", key: name + (props?.value ?? "") }, h("input", { type: "checkbox", name, defaultChecked: Boolean(on), ...props }), h("span", null, label)),
    set: (name, legend, children, hint) => {
      const error = this.message(name);
      return h("fieldset", { key: name, tabIndex: error ? -1 : undefined, "data-invalid": error ? "" : undefined }, h("legend", null, legend), hint && h("p", { class: "hint soft" }, hint), error && h("p", { class: "field-error" }, error), children);
    },
  };

  render({ children, refused, busy, disabled, label, cancel, renew, bare, inline, fixed }, { wrong, restored }) {
    this.shown = new Set();
    const body = children(this.tools);
    const form = h(
      "form",
      { ref: this.form, class: inline ? "inline" : bare ? "form" : "card form", onSubmit: this.submit, onInput: this.touch, onChange: this.touch, noValidate: true },
      restored && h(Restored, { discard: this.discard }),
      fixed ? h("fieldset", { class: "fixed", disabled: true }, body) : body,
      h(Problem, { refused, wrong: Object.keys(wrong).length, shown: this.shown, renew: renew && this.over(renew) }),
      !fixed && h("div", { class: "actions" }, h("button", { type: "submit", disabled: busy || disabled }, busy ? "Saving…" : label), typeof cancel === "string" ? h(Link, { to: cancel, class: "button quiet" }, "Cancel") : cancel && h("button", { type: "button", class: "quiet", onClick: this.over(cancel) }, "Cancel")),
    );
    return [form, h(Leaving, { key: "leaving", dirty: () => Boolean(this.touched), left: this.forget })];
  }
}

/** The summary of a form: of what was found before sending, or of what the service refused. */
function Problem({ refused, wrong, shown, renew }) {
  const count = wrong || shown.size;
  const others = refused?.fields?.filter((field) => !shown.has(field)).map((field) => sentence(field.message)) || [];
  const whole = refused && count === 0 ? [[refused.title, refused.detail].filter(Boolean).join(" ")] : [];
  return h(Summary, { count, others: [...whole, ...others] }, refused?.status === 412 && renew && h("button", { type: "button", class: "quiet", onClick: renew }, "Load the new version"));
}

/** Empties a form that has added something, for the next one. */
export function startAgain(form) {
  form.reset();
  form.querySelector("input, textarea").focus();
}

/** Texts of a field with commas. */
export const list = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);

/** A number of a field, null when it is empty. */
export const number = (text) => (text === null || text === "" ? null : Number(text));

/** A text of a field, null when it is empty. */
export const optional = (text) => text?.trim() || null;

/** Says what to do where a list is empty. */
export function Nothing({ title, children }) {
  return h("section", { class: "card nothing" }, h("h2", null, title), children);
}

/** What a key that may not write sees in place of a form. */
export const READ_ONLY = "You may read this, but not change it.";
