// What all forms say: each mistake stands under the label of its field, the buttons say how many there
// are, and the focus moves to the first; a draft that is back can be discarded.
import { h } from "./dom.js";

/** Moves the focus to the first field that needs a correction, and unfolds what hides it. */
export function focusFirst(form) {
  const first = form?.querySelector("[data-invalid], [aria-invalid=true]") || form?.querySelector(".form-summary:not(:empty)");
  if (first) {
    for (let around = first.closest("details"); around; around = around.parentElement.closest("details")) {
      around.open = true;
    }
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "center" });
  }
}

/** Counts the fields to correct; says in full what belongs to no field. */
export function Summary({ count, others, children }) {
  return h(
    "div",
    { class: "form-summary", role: "alert", tabIndex: -1 },
    count > 0 && h("p", null, `Please fix ${count === 1 ? "1 field" : count + " fields"}.`),
    others.map((text) => h("p", { key: text }, text)),
    children,
  );
}

/** Says that a form shows the draft that was kept. */
export function Restored({ discard }) {
  return h("p", { class: "form-restored", role: "status" }, "Your unsaved changes are back. ", h("button", { type: "button", class: "quiet small", onClick: discard }, "Discard changes"));
}
