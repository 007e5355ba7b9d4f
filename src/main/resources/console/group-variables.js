// Variables of a group, which override those of the account for its members.
import { h } from "./dom.js";

const KINDS = [["plain", "Plain"], ["locked", "Hidden"], ["secret", "Secret"]];
let made = 0;

export function GroupVariables({ f, variables, set }) {
  const change = (at, part) => set(variables.map((other) => (other.at === at ? { ...other, ...part } : other)));
  return h(
    "details",
    { class: "section", open: variables.length > 0 || Boolean(f.message("environmentVariables")) },
    h("summary", null, h("h2", null, "Variables")),
    h("p", { class: "hint soft" }, "For API checks and the templates of webhooks; they override variables of the account."),
    f.message("environmentVariables") && h("p", { class: "field-error", tabIndex: -1, "data-invalid": "" }, f.message("environmentVariables")),
    h(
      "ul",
      { class: "board-services" },
      variables.map((one) => {
        const stored = one.secret && one.value === null;
        const name = one.key || "the variable";
        return h(
          "li",
          { key: one.at },
          h("input", { "aria-label": "Name of the variable", name: `variable-${one.at}`, required: true, maxLength: 255, autocomplete: "off", spellcheck: false, defaultValue: one.key, placeholder: "Name", onInput: (event) => change(one.at, { key: event.target.value }) }),
          h("input", { "aria-label": `Value of ${name}`, maxLength: 32768, autocomplete: "off", spellcheck: false, type: one.secret || one.locked ? "password" : "text", defaultValue: one.value ?? "", placeholder: stored ? "stored; type to replace" : "Value", onInput: (event) => change(one.at, { value: event.target.value === "" && stored ? null : event.target.value }) }),
          h(
            "select",
            { "aria-label": `Kind of ${name}`, onChange: (event) => change(one.at, { locked: event.target.value === "locked", secret: event.target.value === "secret" }) },
            KINDS.map(([key, word]) => h("option", { key, value: key, selected: key === (one.secret ? "secret" : one.locked ? "locked" : "plain") }, word)),
          ),
          h("button", { type: "button", class: "quiet small", onClick: () => set(variables.filter((other) => other.at !== one.at)) }, "Remove", h("span", { class: "hidden" }, " " + name)),
        );
      }),
    ),
    h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onClick: () => set([...variables, { at: "new" + made++, key: "", value: "", locked: false, secret: false }]) }, "Add a variable")),
  );
}
