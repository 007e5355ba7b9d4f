// Unsaved values of forms, kept in this tab for a reload or Back, until they are saved or given up.
import { session } from "./api.js";

const PREFIX = "belfry-draft:";

/** Forgets what forms have kept in this tab. */
export function forgetDrafts() {
  Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX)).forEach((key) => sessionStorage.removeItem(key));
}

/** The draft of a form on this page, per account; `name` tells the forms of one page apart. */
export function draft(name = "") {
  const key = PREFIX + session.account + ":" + location.pathname + ":" + name;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key));
      } catch {
        return null;
      }
    },

    /** Keeps the values that differ from the original ones: the others may be changed elsewhere. */
    keep(values, original) {
      const changed = Object.entries(values).filter(([one, value]) => JSON.stringify(value) !== JSON.stringify(original[one]));
      if (changed.length === 0) {
        this.forget();
        return;
      }
      try {
        sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(changed)));
      } catch {
        // Without storage the question before leaving still protects the values.
      }
    },

    forget() {
      sessionStorage.removeItem(key);
    },
  };
}

const boxed = (input) => input.type === "checkbox" || input.type === "radio";
const slot = (input) => (boxed(input) ? `${input.name}=${input.value}` : input.name);
const part = (input) => (boxed(input) ? "checked" : "value");

/**
 * Inputs whose values may be kept: not passwords, nor those that are marked by data-secret, nor those
 * in a part that is not saved with the form, which is marked by data-apart.
 */
function keepable(form) {
  return [...form.elements].filter((input) => input.name && !["password", "file"].includes(input.type) && input.dataset.secret === undefined && !input.closest("[data-apart]"));
}

/** The values of a form: lists by name; boxes by name and value. */
export function entered(form) {
  const values = {};
  for (const input of keepable(form)) {
    (values[slot(input)] ??= []).push(input[part(input)]);
  }
  return values;
}

/**
 * Enters values as a person does, where the form has as many inputs of that name; takes these out of
 * `values`. With `choices` it enters only boxes and selects, which may bring further inputs.
 */
export function enter(form, values, choices) {
  for (const [name, entries] of Object.entries(values)) {
    const inputs = keepable(form).filter((input) => slot(input) === name);
    if (inputs.length !== entries.length || (choices && !inputs.every((input) => boxed(input) || input.type === "select-one"))) {
      continue;
    }
    delete values[name];
    inputs.forEach((input, at) => {
      const offered = input.type !== "select-one" || [...input.options].some((option) => option.value === entries[at]);
      if (offered && input[part(input)] !== entries[at]) {
        input[part(input)] = entries[at];
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  }
}
