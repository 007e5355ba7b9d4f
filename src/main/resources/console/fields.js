// The fields of forms: each shows the value of a FormView under a name, with label, unit, hint and error.
import { Component, Field, h } from "./dom.js";

/** The id of what stands under the label: an error takes the place of the hint. */
const noteId = (form, name) => name + (form.errorOf(name) ? "-error" : "-hint");

/** Attributes that all inputs of a field have. */
function attributes(form, name) {
  const error = form.errorOf(name);
  return { id: name, name, "aria-describedby": noteId(form, name), "aria-invalid": error ? "true" : undefined, "data-invalid": error ? "" : undefined };
}

function Note({ form, name, hint }) {
  const error = form.errorOf(name);
  return h("p", { id: noteId(form, name), class: error ? "field-error" : "hint soft" }, error || hint);
}

/** A label, the hint or error under it, and the control. The line of the hint is always there. */
export function Row({ form, name, label, unit, hint, wide, children }) {
  return h(Field, { label, unit, hint, wide, id: name, error: form.errorOf(name), steady: true }, children);
}

/** A line of text, a number or an address. */
export function Text({ form, name, label, unit, hint, wide, ...props }) {
  return h(
    Row,
    { form, name, label, unit, hint, wide },
    h("input", { autocomplete: "off", ...props, ...attributes(form, name), value: form.value(name), onInput: (event) => form.set(name, event.target.value) }),
  );
}

/** Several lines of text. */
export function Area({ form, name, label, hint, rows = 3, ...props }) {
  return h(
    Row,
    { form, name, label, hint, wide: true },
    h("textarea", { rows, ...props, ...attributes(form, name), value: form.value(name), onInput: (event) => form.set(name, event.target.value) }),
  );
}

/** One of several words: `options` are pairs of value and word. */
export function Select({ form, name, label, unit, hint, options, ...props }) {
  const value = String(form.value(name));
  return h(
    Row,
    { form, name, label, unit, hint },
    h(
      "select",
      { ...props, ...attributes(form, name), value, onChange: (event) => form.set(name, event.target.value) },
      options.map(([one, word]) => h("option", { key: one, value: String(one), selected: String(one) === value }, word)),
    ),
  );
}

/** A box to tick. */
export function Tick({ form, name, label, hint }) {
  return h(
    "div",
    { class: "form-tick" },
    h("label", { class: "box" }, h("input", { type: "checkbox", ...attributes(form, name), checked: form.value(name), onChange: (event) => form.set(name, event.target.checked) }), label),
    (hint || form.errorOf(name)) && h(Note, { form, name, hint }),
  );
}

/** Some of several: `options` are triples of value, word and note. */
export function Ticks({ form, name, label, hint, options, none }) {
  const chosen = form.value(name);
  const change = (value, on) => form.set(name, on ? [...chosen, value] : chosen.filter((other) => other !== value));
  return h(
    "fieldset",
    { class: "form-group", tabIndex: -1, "data-invalid": form.errorOf(name) ? "" : undefined, "aria-describedby": noteId(form, name) },
    h("legend", null, label),
    h(Note, { form, name, hint }),
    options.length === 0
      ? h("p", { class: "soft" }, none)
      : h(
          "div",
          { class: "checks" },
          options.map(([value, word, note]) => h("label", { key: value, class: "box" }, h("input", { type: "checkbox", checked: chosen.includes(value), onChange: (event) => change(value, event.target.checked) }), h("span", null, word, note && h("span", { class: "soft" }, " " + note)))),
        ),
  );
}

/** One of a few words that are all in sight: `options` are pairs of value and word. */
export function Choice({ form, name, label, hint, options, onChange }) {
  return h(
    "fieldset",
    { class: "form-group", "aria-describedby": noteId(form, name) },
    h("legend", null, label),
    h(Note, { form, name, hint }),
    h("div", { class: "choices" }, options.map(([value, word]) => h("label", { key: value, class: "box" }, h("input", { type: "radio", name, value, checked: form.value(name) === value, onChange: () => onChange(value) }), word))),
  );
}

/**
 * A list of rows with inputs, which can be added and removed. `columns` have a name, a label, and
 * options where one is to be chosen; a function makes them of a row. `more` are those that few need,
 * under a `title` that unfolds them. `fit` corrects a row after a change, `fresh` is a new row, `one`
 * the word for a row, `shape` a class of each row.
 */
export function Rows({ form, name, label, hint, columns, more, shape = "", fit = (row) => row, fresh, one }) {
  const rows = form.value(name);
  const edit = (at, change) => form.set(name, rows.map((row, index) => (index === at ? fit({ ...row, ...change }) : row)));
  const made = (some, row) => (typeof some === "function" ? some(row) : some || []);
  const cell = (column, row, at) => h(Cell, { key: column.name, form, id: `${name}.${at}.${column.name}`, column, label: `${column.label} of ${one} ${at + 1}`, value: row[column.name], enter: (value) => edit(at, { [column.name]: value }) });
  return h(
    "fieldset",
    { class: "form-group" },
    h("legend", null, label),
    h(Note, { form, name, hint }),
    rows.map((row, at) => {
      const rare = made(more?.columns, row);
      return h(
        "div",
        { key: at, class: "form-entry" },
        h(
          "div",
          { class: "form-item " + shape },
          made(columns, row).map((column) => cell(column, row, at)),
          h("button", { type: "button", class: "quiet", onClick: () => form.set(name, rows.filter((other, index) => index !== at)) }, "Remove", h("span", { class: "hidden" }, ` ${one} ${at + 1}`)),
        ),
        rare.length > 0 && h(Rare, { title: more.title, hint: more.hint, used: rare.some((column) => row[column.name]) }, rare.map((column) => cell({ ...column, titled: true }, row, at))),
      );
    }),
    h("button", { type: "button", class: "quiet small", onClick: () => form.set(name, [...rows, { ...fresh }]) }, `Add ${one}`),
  );
}

function Cell({ form, id, column, label, value, enter }) {
  const common = { ...attributes(form, id), "aria-label": label, value };
  return h(
    "div",
    { class: "form-cell" },
    column.titled && h("span", { class: "hint soft", "aria-hidden": "true" }, column.label),
    column.options
      ? h("select", { ...common, onChange: (event) => enter(event.target.value) }, column.options.map(([one, word]) => h("option", { key: one, value: one, selected: one === value }, word)))
      : h("input", { autocomplete: "off", placeholder: column.label, ...column.props, ...common, onInput: (event) => enter(event.target.value) }),
    h("p", { id: noteId(form, id), class: form.errorOf(id) ? "field-error" : "hidden" }, form.errorOf(id)),
  );
}

/** What is unfolded at first when it is used, and then as the person leaves it. */
class Rare extends Component {
  used = this.props.used;

  render({ title, hint, children }) {
    return h("details", { class: "form-rare", open: this.used }, h("summary", null, title), h("p", { class: "hint soft" }, hint), h("div", { class: "form-item" }, children));
  }
}

/** Fields side by side; their labels, hints and inputs stay in line. */
export function Side({ children }) {
  return h("div", { class: "side" }, children);
}

/** A part of a form that unfolds; the summary says what is set without opening it. */
export function Section({ title, summary, open, children }) {
  return h(
    "details",
    { class: "card form-section", open },
    h("summary", null, h("h2", null, title), summary && h("span", { class: "soft" }, summary)),
    h("div", { class: "form-body" }, children),
  );
}
