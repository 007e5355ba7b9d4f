// How a status page looks: theme, colours, pictures, and where its logo leads.
import { h } from "./dom.js";

const THEMES = [["AUTO", "As the reader’s device"], ["LIGHT", "Light"], ["DARK", "Dark"]];
export const COLORS = {
  light: { accent: "#1a56b8", background: "#f5f6f8", card: "#ffffff", text: "#1b2430" },
  dark: { accent: "#8ab4ff", background: "#12161b", card: "#1b2129", text: "#e8ecf1" },
};
const NAMES = { accent: "Links and buttons", background: "Page", card: "Cards", text: "Text" };

/** Six digits, as an input for colours wants them. */
const full = (color) => (/^#[0-9a-f]{3}$/i.test(color) ? "#" + [...color.slice(1)].map((digit) => digit + digit).join("") : color);

function Color({ f, theme, name, draft, set }) {
  const value = draft.themeColors[theme]?.[name];
  const id = `color-${theme}-${name}`;
  const put = (color) => set("themeColors", { ...draft.themeColors, [theme]: { ...draft.themeColors[theme], [name]: color } });
  const error = f.message(`themeColors/${theme}/${name}`);
  return h(
    "div",
    { class: "color" },
    h("label", { for: id }, NAMES[name], h("span", { class: "hidden" }, `, ${theme} theme`)),
    h("input", { id, type: "color", value: full(value || COLORS[theme][name]), onInput: (event) => put(event.target.value), "aria-invalid": error ? "true" : undefined }),
    value ? h("button", { type: "button", class: "quiet small", onClick: () => put(null) }, "Reset", h("span", { class: "hidden" }, ` ${NAMES[name]}, ${theme} theme`)) : h("span", { class: "soft" }, "default"),
    error && h("p", { class: "field-error" }, error),
  );
}

export function Look({ f, draft, set }) {
  const link = (name, label, hint) => f.text(name, label, { value: draft[name], type: "url", maxLength: 2048, spellcheck: false, placeholder: "https://", hint, onInput: (event) => set(name, event.target.value) });
  const wrong = ["logo", "logoDark", "favicon", "redirectTo", "themeColors", "defaultTheme"].some((name) => f.message(name));
  return h(
    "details",
    { class: "section", open: wrong || undefined },
    h("summary", null, h("h2", null, "Look")),
    f.select("defaultTheme", "Theme", THEMES, { value: draft.defaultTheme, onChange: (event) => set("defaultTheme", event.target.value) }),
    ["light", "dark"].map((theme) => h("fieldset", { key: theme }, h("legend", null, theme === "light" ? "Colours of the light theme" : "Colours of the dark theme"), h("div", { class: "colors" }, Object.keys(NAMES).map((name) => h(Color, { key: name, f, theme, name, draft, set }))))),
    link("logo", "Logo", "Web address of a picture. Without one the title stands there."),
    link("logoDark", "Logo for the dark theme"),
    link("favicon", "Favicon", "Web address of a small picture for browser tabs."),
    link("redirectTo", "The logo leads to", "Such as your home page. Without an address it leads to the status page."),
  );
}
