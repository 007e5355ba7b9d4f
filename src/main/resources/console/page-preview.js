// What readers will see of a draft, with its cards, texts and colours. The history is a sample.
import { Component, h } from "./dom.js";
import { INCIDENTS } from "./words.js";

const VARIABLES = { accent: "--accent", background: "--back", card: "--card", text: "--text" };
const DAYS = 60;
const WELL = { word: "Operational", tone: "good" };
/** What open incidents make of the services they affect, worst first: the words of the page. */
const OUTAGES = {
  CRITICAL: { word: "Major outage", tone: "bad" },
  MAJOR: { word: "Partial outage", tone: "warn" },
  MEDIUM: { word: "Degraded performance", tone: "warn" },
  MINOR: { word: "Degraded performance", tone: "warn" },
};

const worst = (incidents) => OUTAGES[Object.keys(OUTAGES).find((severity) => incidents.some((one) => one.severity === severity))];
const affects = (service) => (incident) => incident.services.some(({ id }) => id === service.id);

/** Whether dark text is easier to read on a colour than white, as the page itself decides. */
function bright(color) {
  const digits = color.length === 4 ? [...color.slice(1)].map((one) => one + one).join("") : color.slice(1);
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255).map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

export class Preview extends Component {
  state = { theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light" };

  componentDidMount() {
    this.paint();
  }

  componentDidUpdate() {
    this.paint();
  }

  /** Colours are properties of the element: the policy of the page allows no inline styles. */
  paint() {
    const { style } = this.base.querySelector(".sample");
    const colors = this.props.draft.themeColors[this.theme()] || {};
    for (const [name, variable] of Object.entries(VARIABLES)) {
      colors[name] ? style.setProperty(variable, colors[name]) : style.removeProperty(variable);
    }
    colors.accent ? style.setProperty("--on-accent", bright(colors.accent) ? "#10151b" : "#fff") : style.removeProperty("--on-accent");
  }

  theme() {
    const { defaultTheme } = this.props.draft;
    return defaultTheme === "AUTO" ? this.state.theme : defaultTheme.toLowerCase();
  }

  render({ draft, incidents }, { theme }) {
    const logo = this.theme() === "dark" ? draft.logoDark || draft.logo : draft.logo;
    const cards = draft.cards.filter((card) => card.services.length > 0);
    const shown = incidents.filter((incident) => cards.some((card) => card.services.some((service) => affects(service)(incident))));
    const state = cards.length === 0 ? { word: "This page shows no services yet.", tone: "" } : worst(shown) || { word: "All systems operational", tone: "good" };
    return h(
      "section",
      { class: "preview", "aria-labelledby": "preview" },
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "preview" }, "Preview"),
        draft.defaultTheme === "AUTO" && h("div", { class: "choice", role: "group", "aria-label": "Theme of the preview" }, ["light", "dark"].map((one) => h("button", { key: one, type: "button", class: "quiet", "aria-pressed": theme === one, onClick: () => this.setState({ theme: one }) }, one === "light" ? "Light" : "Dark"))),
      ),
      h(
        "div",
        { class: "sample", "data-theme": this.theme() },
        h("div", { class: "sample-top" }, logo ? h("span", { class: "sample-logo" }, "Logo: " + logo.replace(/^https?:\/\//, "")) : h("strong", { class: "sample-title" }, h("span", { class: "sample-letter", "aria-hidden": "true" }, [...(draft.name || "Title")][0].toUpperCase()), draft.name || "Title"), h("span", { class: "sample-button" }, "Subscribe")),
        h("p", { class: "sample-state " + state.tone }, state.word),
        draft.description && h("p", { class: "words" }, draft.description),
        shown.map((incident) => h("div", { key: incident.id, class: "sample-incident edge-" + OUTAGES[incident.severity].tone }, h("strong", null, incident.name), h("p", null, INCIDENTS[incident.lastUpdateStatus].word))),
        cards.map((card) =>
          h(
            "div",
            { key: card.key, class: "sample-card" },
            h("strong", { class: "sample-name" }, card.name || "Card without a name"),
            card.services.map((service) => h(Service, { key: service.id, service, ...(worst(shown.filter(affects(service))) || WELL) })),
          ),
        ),
      ),
      h("p", { class: "hint soft" }, cards.length === 0 && "Cards appear when they have services. ", "The history is a sample.", logo && " Pictures of other hosts are not loaded here; open the saved page to see the logo."),
    );
  }
}

/** A service with a day without failures for each bar but the last, which is today. */
function Service({ service, word, tone }) {
  return h(
    "div",
    { class: "sample-service" },
    h("div", null, h("span", null, service.name), h("span", { class: "sample-badge " + tone }, word)),
    h("svg", { viewBox: `0 0 ${5 * DAYS - 1} 20`, preserveAspectRatio: "none", "aria-hidden": "true" }, Array.from({ length: DAYS }, (_, day) => h("rect", { class: day === DAYS - 1 ? "today-" + tone : undefined, x: 5 * day, width: 4, height: 20, rx: 1 }))),
  );
}
