// The proof of a custom domain: its state, and the record to create.
import { Badge, Copyable, h } from "./dom.js";
import { DOMAINS } from "./pages.js";

export function DomainState({ of, domain }) {
  const state = DOMAINS[of.status];
  return h(
    "div",
    { class: "proof" },
    h("p", { role: "status" }, h(Badge, { tone: state.tone }, state.word), " ", of.message || (of.status === "VERIFIED" ? `The page is at https://${domain}/.` : "")),
    of.status === "PENDING" && [
      h("p", null, "Create this TXT record at the provider of your domain. The service checks within seconds, then in growing pauses; saving the page checks at once."),
      h("p", { class: "soft" }, "Name"),
      h(Copyable, { label: "the name of the record", text: of.recordName }),
      h("p", { class: "soft" }, "Value"),
      h(Copyable, { label: "the value of the record", text: of.recordValue }),
    ],
    of.status === "VERIFIED" && h("p", { class: "hint soft" }, "Leave the record ", h("code", null, of.recordName), " in place: it is checked daily."),
  );
}
