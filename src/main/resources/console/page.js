// The editor of a status page: its cards, its look, who may read it, and a preview of the draft.
import { Badge, Head, Link, h } from "./dom.js";
import { get, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { Cards } from "./page-cards.js";
import { DomainState } from "./page-domain.js";
import { Look } from "./page-look.js";
import { Preview } from "./page-preview.js";
import { Readers } from "./page-readers.js";
import { Share } from "./page-share.js";
import { Subscribers } from "./page-subscribers.js";
import { Form, READ_ONLY, Room, change, optional, parts } from "./room.js";

const NEW = { name: "", url: "", description: null, customDomain: null, logo: null, logoDark: null, favicon: null, redirectTo: null, defaultTheme: "AUTO", themeColors: null, isPrivate: false, smsSubscribers: false, slackSubscribers: false, cards: [{ id: null, name: "Services", services: [] }] };
let made = 0;

/** The members that the form changes; each card gets a key that stays when it moves. */
function draftOf(page) {
  const draft = Object.fromEntries(Object.keys(NEW).map((name) => [name, page[name]]));
  return { ...draft, themeColors: draft.themeColors || { light: null, dark: null }, cards: draft.cards.map((card) => ({ id: card.id, key: card.id || "new" + made++, name: card.name, services: card.services.map(({ id, name }) => ({ id, name })) })) };
}

const address = (name) => name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 63);

/** Which field a conflict is about, and words for it. */
const taken = (message) => (/ url/.test(message) ? ["url", "Another status page has this address."] : / customDomain/.test(message) && ["customDomain", "Another status page has this domain."]);

export class StatusPage extends Room {
  kinds = ["page", "incident"];

  async read(signal) {
    const { id } = this.props;
    const [found, services] = await Promise.all([id ? version("/v1/status-pages/" + id, signal) : { value: null }, parts("/v1/status-pages/services", signal)]);
    if (!this.edited) {
      this.take(found);
    } else if (Object.keys(NEW).every((name) => JSON.stringify(found.value?.[name]) === JSON.stringify(this.edited.value?.[name]))) {
      this.edited = found;
    }
    const incidents = await Promise.all((found.value?.incidents || []).map((one) => get("/v1/status-pages/incidents/" + one.id, signal)));
    return { page: found.value, services, incidents };
  }

  /** Begins a draft of a version; later readings leave it alone, and its version where others changed it. */
  take(found) {
    this.edited = found;
    this.setState({ draft: draftOf(found.value || NEW), changed: false });
  }

  anew = () => {
    this.edited = null;
    return this.renew();
  };

  draw = (part) => this.setState((now) => ({ draft: { ...now.draft, ...part(now.draft) }, changed: true }));

  set = (name, value) => this.draw(() => ({ [name]: value }));

  submit = async () => {
    const { draft } = this.state;
    const body = { ...draft, name: draft.name.trim(), url: draft.url.trim(), cards: draft.cards.map((card) => ({ ...(card.id && { id: card.id }), name: card.name.trim(), services: card.services.map(({ id }) => ({ id })) })) };
    for (const name of ["customDomain", "description", "logo", "logoDark", "favicon", "redirectTo"]) {
      body[name] = optional(body[name]);
    }
    const { id } = this.props;
    const saved = await this.save(() => (id ? change("/v1/status-pages/" + id, body, this.edited) : send("POST", "/v1/status-pages", body)), id ? "The page is saved." : "The page is created.");
    if (saved && id) {
      await this.anew();
    } else if (saved) {
      this.props.go("/pages/" + saved.id);
    }
  };

  createService = (name) => this.act(() => send("POST", "/v1/status-pages/services", { name }), "The service is created.").then((service) => (this.load(), service));

  remove = () => this.act(() => send("DELETE", "/v1/status-pages/" + this.props.id), "The page is deleted.").then((done) => done && this.props.go("/pages"));

  content({ page, services, incidents }, { writes, id }) {
    const { busy, refused, edition, draft, changed } = this.state;
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/pages" }, "Status pages")),
      h(
        Head,
        { title: page ? page.name : "New status page", under: writes ? undefined : READ_ONLY },
        page && [page.isPrivate && h(Badge, null, "Private"), h("a", { class: "button quiet", href: "/status/" + page.url, target: "_blank", rel: "noopener" }, "Open page", h("span", { class: "hidden" }, " in a new tab"))],
        page && writes && h(Ask, { what: "Delete", question: `Delete the page ${page.name} with its subscribers? Services and incidents stay.`, yes: this.remove }),
      ),
      h(
        "div",
        { class: "editor" },
        writes &&
          h(Form, { key: edition, save: this.submit, refused, busy, label: page ? "Save" : "Create status page", cancel: "/pages", renew: this.anew, conflict: taken }, (f) => [
            f.text("name", "Title", { value: draft.name, required: true, maxLength: 255, onInput: (event) => this.draw(({ url }) => ({ name: event.target.value, ...(!id && !this.ownUrl && { url: address(event.target.value) }) })) }),
            this.address(f),
            f.area("description", "Notice to readers", { value: draft.description, maxLength: 1000, onInput: (event) => this.set("description", event.target.value) }),
            h(Cards, { f, cards: draft.cards, services, busy, draw: this.draw, create: this.createService }),
            h(Look, { f, draft, set: this.set }),
            h(
              "details",
              { class: "section", open: Boolean(f.message("customDomain")) || Boolean(draft.customDomain) },
              h("summary", null, h("h2", null, "Domain")),
              f.text("customDomain", "Your own domain", { value: draft.customDomain, maxLength: 253, spellcheck: false, placeholder: "status.example.com", onInput: (event) => this.set("customDomain", event.target.value), hint: "Point it to this service. A DNS record proves that it is yours." }),
              page?.customDomain && page.customDomain === draft.customDomain && h(DomainState, { of: page.customDomainVerification, domain: page.customDomain }),
              !page?.customDomain && draft.customDomain && h("p", { class: "hint soft" }, "Save the page to see the record to create."),
            ),
            h("h2", null, "Readers"),
            f.box("isPrivate", "Private: only holders of a key can read the page", draft.isPrivate, { onChange: (event) => this.set("isPrivate", event.target.checked) }),
            f.box("smsSubscribers", "Readers may subscribe by text message, where this installation sends them", draft.smsSubscribers, { onChange: (event) => this.set("smsSubscribers", event.target.checked) }),
            f.box("slackSubscribers", "Readers may subscribe a channel of Slack, where this installation allows it", draft.slackSubscribers, { onChange: (event) => this.set("slackSubscribers", event.target.checked) }),
            changed && h("p", { class: "hint soft", role: "status" }, "There are unsaved changes."),
          ]),
        h(Preview, { draft, incidents }),
      ),
      page && h(Share, { page }),
      page && (page.isPrivate || page.keys.length > 0) && h(Readers, { page, writes, reload: this.load }),
      page && h(Subscribers, { page, writes, search: this.props.search }),
    ];
  }

  /** Follows the title of a new page until it is written by hand. */
  address(f) {
    const { draft } = this.state;
    const follows = !this.props.id && !this.ownUrl;
    return f.text("url", "Address", { [follows ? "value" : "defaultValue"]: draft.url, required: true, maxLength: 63, pattern: "[A-Za-z0-9]([A-Za-z0-9\\-]*[A-Za-z0-9])?", "data-pattern": "Use letters, digits and hyphens, with a letter or digit at both ends.", spellcheck: false, onInput: (event) => ((this.ownUrl = true), this.set("url", event.target.value)), hint: `The page is at /status/${draft.url || "…"}` });
  }
}
