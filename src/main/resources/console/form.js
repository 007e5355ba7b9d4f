// The base of views with a form. A subclass says:
//
//   fetch(signal)      what the form needs, as View.read does; `edited` of it is the version that a
//                      change names, which the class keeps as this.edited
//   initial(data)      the values of the fields by name, as plain JSON; numbers as text
//   problems(values)   messages by field name; empty when all is well. "tags.0" is item 0 of tags
//   places             pairs of a pattern of a JSON pointer and a function that turns its match into
//                      the name of a field and the words for it: ["tags", "Tag 1"]
//   save(values)       sends them; answers what `saved` gets
//   saved(answer)      moves on
//   secrets            names of fields that must not be kept in the browser
//   sections(data, props)  the content, made of the fields of fields.js, each with `form: this`
//   buttons(data)      further buttons beside Save; `verb` is the word of the first
//
// The class keeps the values as a draft in the tab (reload, Back), asks before a link leaves unsaved
// changes, shows each message under the label of its field and one summary at the buttons, and moves
// the focus to the first field that needs a correction. Inputs are controlled: `value(name)` reads,
// `set(name, value)` writes. A form never shows the names or pointers of the API.
import { Head, h } from "./dom.js";
import { draft } from "./drafts.js";
import { Leaving } from "./leaving.js";
import { Restored, Summary, focusFirst } from "./mistakes.js";
import { View, arrival, notice } from "./view.js";

/** A message of the service as a sentence about a field. */
export function sentence(label, message) {
  const longest = /^must be at most (\d+) characters long/.exec(message);
  if (longest) {
    return `${label} is too long (at most ${longest[1]} characters).`;
  }
  return message === "must not be empty" ? `${label} is empty.` : `${label} ${message}.`;
}

export class FormView extends View {
  places = [];
  secrets = [];
  verb = "Save";
  title = "";
  state = { values: null, problems: {}, refusals: {}, unplaced: [] };

  draft = draft();

  /** Begins with the first version that is read; later readings leave the values and it alone. */
  async read(signal) {
    const data = await this.fetch(signal);
    if (!this.original || this.anew) {
      this.anew = false;
      const original = this.initial(data);
      this.original = JSON.stringify(original);
      this.edited = data.edited;
      const kept = this.draft.read();
      this.setState({ values: { ...original, ...kept }, restored: Boolean(kept) });
    }
    return data;
  }

  /** Gives up the changes, and begins with the version as it is now. */
  renew = async () => {
    this.draft.forget();
    this.anew = true;
    this.setState({ restored: false, problems: {}, refusals: {}, unplaced: [], tried: false, outdated: false });
    await this.load();
    arrival.due = true;
    arrival.settle();
  };

  dirty() {
    return !this.over && this.state.values && JSON.stringify(this.state.values) !== this.original;
  }

  value(name) {
    return this.state.values[name];
  }

  set = (name, value) => {
    this.setState(
      (now) => {
        const values = { ...now.values, [name]: value };
        const refusals = Object.fromEntries(Object.entries(now.refusals).filter(([field]) => field !== name && !field.startsWith(name + ".")));
        return this.changed(now, values, refusals);
      },
      () => this.keep(),
    );
  };

  /** Other values, of which those that were refused are `refusals`. */
  changed(now, values, refusals = {}) {
    return { values, refusals, unplaced: [], problems: now.tried ? this.problems(values, now.data) : {} };
  }

  keep() {
    if (this.dirty()) {
      this.draft.keep(Object.fromEntries(Object.entries(this.state.values).filter(([name]) => !this.secrets.includes(name))), JSON.parse(this.original));
    } else {
      this.draft.forget();
    }
  }

  /** Forgets the draft: the values are saved or given up. */
  forget() {
    this.over = true;
    this.draft.forget();
  }

  reset = () => {
    this.draft.forget();
    this.setState({ values: JSON.parse(this.original), restored: false, problems: {}, refusals: {}, unplaced: [], tried: false });
  };

  errorOf(name) {
    return this.state.problems[name] || this.state.refusals[name];
  }

  count() {
    return new Set([...Object.keys(this.state.problems), ...Object.keys(this.state.refusals)]).size;
  }

  /** Whether the fields are in order; if not, shows what is to be corrected. */
  checked() {
    const problems = this.problems(this.state.values, this.state.data);
    this.setState({ problems, refusals: {}, unplaced: [], tried: true }, this.focusFirst);
    return Object.keys(problems).length === 0;
  }

  submit = async (event) => {
    event?.preventDefault();
    if (this.state.busy || !this.checked()) {
      return;
    }
    this.setState({ busy: true, outdated: false });
    try {
      const answer = await this.save(this.state.values);
      this.forget();
      this.saved(answer);
    } catch (failure) {
      this.refuse(failure);
    } finally {
      if (!this.gone) {
        this.setState({ busy: false });
      }
    }
  };

  /** Puts each fault that the service names to its field. */
  refuse(failure) {
    const refusals = {};
    const unplaced = [];
    for (const { path, message } of failure.fields || []) {
      const [pattern, place] = this.places.find(([one]) => one.test(path)) || [];
      if (pattern) {
        const [name, label] = place(pattern.exec(path));
        refusals[name] = sentence(label, message);
      } else {
        unplaced.push(sentence(path.replace(/[/_]/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2").trim().toLowerCase() || "The form", message));
      }
    }
    if (failure.fields?.length > 0) {
      this.setState({ refusals, unplaced, tried: true }, this.focusFirst);
    } else {
      this.setState({ outdated: failure.status === 412, unplaced: [[failure.title ?? "Something went wrong.", failure.detail].filter(Boolean).join(" ")] });
    }
  }

  focusFirst = () => focusFirst(this.base);

  content(data, props) {
    const { busy, restored, unplaced, outdated } = this.state;
    if (!this.state.values) {
      return null;
    }
    return [
      this.crumbs?.(data),
      h(Head, { title: this.heading(data) }),
      !props.writes
        ? h("p", null, "You may read this, but not change it.")
        : [
            restored && h(Restored, { discard: this.reset }),
            h(
              "form",
              { class: "form-view", onSubmit: this.submit, noValidate: true },
              this.sections(data, props),
              h(
                "div",
                { class: "form-foot" },
                h(Summary, { count: this.count(), others: unplaced }, outdated && h("button", { type: "button", class: "quiet", onClick: this.renew }, "Load the new version")),
                h(
                  "div",
                  { class: "actions" },
                  h("button", { type: "submit", disabled: busy }, busy ? "Saving…" : this.verb),
                  this.buttons?.(data),
                  h("a", { href: "/console" + this.back(data), class: "button quiet" }, "Cancel"),
                ),
              ),
            ),
          ],
      h(Leaving, { dirty: () => this.dirty(), left: () => this.forget() }),
    ];
  }

  /** Says that it is done. */
  tell(text) {
    notice.show(text);
  }
}
