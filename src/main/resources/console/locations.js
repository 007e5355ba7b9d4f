// Private locations: places of the operator's own, with the instances that run their checks.
import { Badge, Component, Copyable, Facts, Head, Link, Time, createRef, h } from "./dom.js";
import { get, send } from "./api.js";
import { Form, Nothing, READ_ONLY, Room, optional } from "./room.js";
import { counted } from "./words.js";

export function Agents({ of }) {
  if (of.agentCount > 0) {
    return h(Badge, { tone: "good" }, counted(of.agentCount, "agent") + " running");
  }
  return of.lastSeen ? h(Badge, { tone: "bad" }, "No agent") : h(Badge, { tone: "warn" }, "Not connected yet");
}

/** A key that is shown this once; its heading gets the focus. */
export class Once extends Component {
  heading = createRef();

  componentDidMount() {
    this.heading.current.focus();
  }

  componentDidUpdate(before) {
    if (before.text !== this.props.text) {
      this.heading.current.focus();
    }
  }

  done = () => {
    document.querySelector("main h1").focus();
    this.props.done();
  };

  render({ title, name, text, children }) {
    return h("section", { class: "card made", role: "status" }, h("h2", { ref: this.heading, tabIndex: -1 }, title), h("p", null, "Copy it now: the service stores only a hash and cannot show it again."), h(Copyable, { label: name, text }), children, h("button", { type: "button", class: "quiet", onClick: this.done }, "Done"));
  }
}

export class Locations extends Room {
  every = 15;

  async read(signal) {
    return { places: await get("/v1/private-locations", signal) };
  }

  content({ places }, { writes }) {
    return [
      h(Head, { title: "Private locations", under: "Your own places to run monitors from, such as an office or a data centre." }, writes && h(Link, { to: "/locations/new", class: "button" }, "Add a location")),
      places.length === 0 &&
        h(Nothing, { title: "No private locations yet" }, h("p", null, "Add a location, then start an agent there with the key of the location. Monitors can then choose it."), writes ? h("p", null, h(Link, { to: "/locations/new" }, "Add the first location")) : h("p", { class: "soft" }, READ_ONLY)),
      h(
        "ul",
        { class: "cards" },
        places.map((place) =>
          h(
            "li",
            { key: place.id, class: "card" },
            h("div", { class: "card-head" }, h("h2", null, h(Link, { to: "/locations/" + place.id }, place.name)), h(Agents, { of: place })),
            h(Facts, { of: [["Short name", h("code", null, place.slugName)], ["Last seen", h(Time, { at: place.lastSeen })], ["Keys", place.keys.length]] }),
          ),
        ),
      ),
    ];
  }
}

export const ICON = "The name of an icon, for clients that show one; this console shows none.";

const slug = (name) => name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 30);

export class LocationForm extends Room {
  async read() {
    return {};
  }

  submit = async (form) => {
    const made = await this.save(() => send("POST", "/v1/private-locations", { name: form.get("name").trim(), slugName: form.get("slugName").trim(), icon: optional(form.get("icon")), proxyUrl: optional(form.get("proxyUrl")) }), "The location is created.");
    if (made) {
      this.setState({ made });
    }
  };

  content(data, { writes, go }) {
    const { busy, refused, made } = this.state;
    const crumbs = h("p", { class: "crumbs" }, h(Link, { to: "/locations" }, "Private locations"));
    if (!writes) {
      return [crumbs, h(Head, { title: "New location", under: READ_ONLY })];
    }
    if (made) {
      return [
        crumbs,
        h(Head, { title: made.name, under: "The location is ready for its first instance." }),
        h(Once, { title: "Key of the location", name: "the key", text: made.keys[0].rawKey, done: () => go("/locations/" + made.id) }, h("p", null, "Programs that manage locations ask for it. An instance needs only the short name:"), h(Copyable, { label: "the setting", text: "BELFRY_LOCATIONS=" + made.slugName })),
      ];
    }
    const follow = (event) => {
      const target = event.target.form.elements.namedItem("slugName");
      if (!target.dataset.own) {
        target.value = slug(event.target.value);
      }
    };
    return [
      crumbs,
      h(Head, { title: "New location" }),
      h(Form, { save: this.submit, refused, busy, label: "Create location", cancel: "/locations" }, (f) => [
        f.text("name", "Name", { required: true, maxLength: 255, onInput: follow }),
        f.text("slugName", "Short name", { required: true, maxLength: 30, pattern: "[A-Za-z0-9\\-]+", "data-pattern": "Use letters, digits and hyphens.", onInput: (event) => (event.target.dataset.own = "1"), spellcheck: false, hint: "Letters, digits and hyphens. Instances and monitors use it; it cannot be changed." }),
        f.text("icon", "Icon", { maxLength: 255, spellcheck: false, value: "location", hint: ICON }),
        f.text("proxyUrl", "Proxy", { "data-secret": "", maxLength: 2048, spellcheck: false, hint: "Optional. Stored for other clients; monitors do not use it." }),
      ]),
    ];
  }
}
