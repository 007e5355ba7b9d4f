// Status pages: what the public, or holders of a key, read.
import { Badge, Facts, Head, Link, h } from "./dom.js";
import { numeral } from "./reader.js";
import { Nothing, READ_ONLY, Room, parts } from "./room.js";
import { counted } from "./words.js";

const LIMIT = 24;
export const DOMAINS = {
  VERIFIED: { word: "Proved", tone: "good" },
  PENDING: { word: "Not proved yet", tone: "warn" },
  BLOCKED: { word: "Not served", tone: "bad" },
};

export class Pages extends Room {
  kinds = ["page", "incident", "service"];
  state = { shown: LIMIT };

  async read(signal) {
    return { pages: await parts("/v1/status-pages", signal) };
  }

  content({ pages }, { writes }) {
    const { shown } = this.state;
    return [
      h(Head, { title: "Status pages", under: "Pages that tell your readers how your services do." }, h(Link, { to: "/services", class: "button quiet" }, "Services"), writes && h(Link, { to: "/pages/new", class: "button" }, "Create status page")),
      pages.length === 0 &&
        h(Nothing, { title: "No status pages yet" }, h("p", null, "A status page shows your services in cards, with 90 days of history, incidents and planned maintenance. Readers can subscribe."), writes ? h("p", null, h(Link, { to: "/pages/new" }, "Create the first status page")) : h("p", { class: "soft" }, READ_ONLY)),
      h(
        "ul",
        { class: "cards" },
        pages.slice(0, shown).map((page) => {
          const domain = page.customDomainVerification && DOMAINS[page.customDomainVerification.status];
          const services = page.cards.reduce((sum, card) => sum + card.services.length, 0);
          return h(
            "li",
            { key: page.id, class: "card" },
            h("div", { class: "card-head" }, h("h2", null, h(Link, { to: "/pages/" + page.id }, page.name)), page.isPrivate ? h(Badge, null, "Private") : h(Badge, { tone: "good" }, "Public")),
            h(Facts, { of: [["Address", h("a", { href: "/status/" + page.url, target: "_blank", rel: "noopener" }, "/status/" + page.url)], page.customDomain && ["Domain", [page.customDomain, " ", domain && h(Badge, { tone: domain.tone }, domain.word)]], ["Content", `${counted(page.cards.length, "card")}, ${counted(services, "service")}`], ["Open incidents", page.incidents.length]] }),
          );
        }),
      ),
      shown < pages.length && h("button", { type: "button", class: "quiet more", onClick: () => this.setState({ shown: shown + LIMIT }) }, `Show more of ${numeral(pages.length)}`),
    ];
  }
}
