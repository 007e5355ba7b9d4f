// The small pieces all views are made of.
import { Component, createRef, h, render } from "./preact.js";
import { numeral } from "./reader.js";
import { ago, counted, exact, parted } from "./words.js";

export { Component, createRef, h, render };

/** A link that the console follows itself. */
export function Link({ to, children, ...props }) {
  return h("a", { href: "/console" + to, ...props }, children);
}

/** A name that breaks at the marks of an address, where it has to. */
export function Name({ children }) {
  return parted(children).map((part, at) => [at > 0 && h("wbr", { key: at }), part]);
}

/** A word in a coloured frame; the colour never says more than the word. */
export function Badge({ tone, children }) {
  return h("span", { class: "badge " + (tone || "none") }, children);
}

/** A time as people say it, with the exact one behind it. */
export function Time({ at, none }) {
  return at ? h("time", { dateTime: at, title: exact(at) }, ago(at)) : h("span", { class: "soft" }, none || "never");
}

/** A framed part of a page with its heading. */
export function Card({ title, aside, children, id }) {
  return h(
    "section",
    { class: "card", "aria-labelledby": id },
    h("div", { class: "card-head" }, h("h2", { id }, title), aside),
    children,
  );
}

/** The page's heading, which gets the focus when the page changes. */
export function Head({ title, children, under }) {
  return h(
    "div",
    { class: "head" },
    h("div", { class: "head-words" }, h("h1", { tabIndex: -1 }, title), under && h("p", { class: "soft" }, under)),
    children && h("div", { class: "actions" }, children),
  );
}

/** Says what went wrong and what to do about it. */
export function Failure({ of, again }) {
  return h(
    "div",
    { class: "failure", role: "alert" },
    h("p", null, h("strong", null, of.title), " ", of.detail),
    of.fields?.length > 0 && h("ul", null, of.fields.map((field) => h("li", null, h("code", null, field.path), " ", field.message))),
    again && h("button", { type: "button", class: "quiet", onClick: again }, "Try again"),
  );
}

/** A placeholder for an empty list. */
export function Empty({ children }) {
  return h("div", { class: "empty soft" }, children);
}

/** Figures that belong to names. */
export function Facts({ of }) {
  return h(
    "dl",
    { class: "facts" },
    of.filter(Boolean).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
  );
}

/**
 * A table; on narrow screens each row becomes a card. Roles are named because such cards are no
 * table to a browser. A column may have `sorted` (ascending or descending), `plain` leaves out its
 * label in cards, `heads` marks the one that names the row.
 */
export function Table({ caption, columns, rows }) {
  const names = Math.max(0, columns.findIndex((column) => column.heads));
  return h(
    "div",
    { class: "table", role: "region", "aria-label": caption, tabIndex: 0 },
    h(
      "table",
      { role: "table" },
      h("caption", { class: "hidden" }, caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((column) => h("th", { scope: "col", role: "columnheader", class: column.class, "aria-sort": column.sorted }, column.title || column.name)))),
      h(
        "tbody",
        { role: "rowgroup" },
        rows.map((row) =>
          h(
            "tr",
            { key: row.key, role: "row" },
            columns.map((column, at) =>
              at === names
                ? h("th", { scope: "row", role: "rowheader", class: column.class }, row.cells[at])
                : h("td", { role: "cell", class: column.class, "data-label": column.plain ? undefined : column.name }, row.cells[at]),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * A field with its label, its error and its hint. Those of a `steady` one share a line that is always
 * there, so that the form does not jump.
 */
export function Field({ label, unit, hint, id, error, wide, steady, children }) {
  const below = steady ? !error : hint;
  return h(
    "div",
    { class: wide ? "field wide-row" : "field" },
    h("label", { for: id }, label, unit && h("span", { class: "soft" }, ` (${unit})`)),
    error && h("p", { class: "field-error", id: id + "-error" }, error),
    below && h("p", { class: steady ? "hint soft steady" : "hint soft", id: id + "-hint" }, hint),
    children,
  );
}

/** A command to be copied. */
export class Copyable extends Component {
  copy = async () => {
    try {
      await navigator.clipboard.writeText(this.props.text);
      this.setState({ done: true });
    } catch {
      getSelection().selectAllChildren(this.base.querySelector("pre"));
      this.setState({ selected: true });
    }
  };

  render({ text, label }, { done, selected }) {
    return h(
      "div",
      { class: "copyable" },
      h("pre", { tabIndex: 0, role: "group", "aria-label": label }, h("code", null, text)),
      h(
        "button",
        { type: "button", class: "quiet", onClick: this.copy },
        done ? "Copied" : selected ? "Selected: copy it" : "Copy",
        h("span", { class: "hidden" }, " " + label),
      ),
    );
  }
}

/** Pages of a list: where we are, and the way to the others. `of` is the noun of one row. */
export function Pager({ page, limit, total, to, of }) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (total === 0) {
    return null;
  }
  const first = (page - 1) * limit + 1;
  if (last === 1 && page === 1) {
    return h("p", { class: "pager soft" }, counted(total, of));
  }
  return h(
    "nav",
    { class: "pager", "aria-label": "Pages" },
    page > 1 ? h(Link, { to: to(page - 1), rel: "prev", class: "button quiet" }, "Previous") : h("span", null),
    h("span", { class: "soft" }, `${numeral(first)}–${numeral(Math.min(total, page * limit))} of ${counted(total, of)}`),
    page < last ? h(Link, { to: to(page + 1), rel: "next", class: "button quiet" }, "Next") : h("span", null),
  );
}
