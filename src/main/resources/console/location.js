// One private location: its instances, its keys, and what runs there.
import { Card, Copyable, Empty, Facts, Failure, Head, Link, Table, Time, h } from "./dom.js";
import { entries, page, query, send, version } from "./api.js";
import { Ask } from "./ask.js";
import { Agents, ICON, Once } from "./locations.js";
import { Form, Room, change, optional } from "./room.js";
import { counted } from "./words.js";

const SHOWN = 20;

export class Location extends Room {
  kinds = ["check", "group"];

  async read(signal) {
    const { value: place, etag } = await version("/v1/private-locations/" + this.props.id, signal);
    const [checks, groups] = await Promise.all([
      page("/v1/checks" + query({ privateLocation: place.slugName, limit: SHOWN }), signal),
      entries("/v1/check-groups", signal),
    ]);
    return { place, etag, checks, groups: groups.entries.filter((group) => group.privateLocations?.includes(place.slugName)) };
  }

  /** The form changes the version whose values it shows. */
  edit = () => {
    this.edited = { value: this.state.data.place, etag: this.state.data.etag };
    this.setState({ editing: true, refused: null });
  };

  reload = async () => {
    await this.renew();
    this.edit();
  };

  rename = async (form) => {
    const body = { name: form.get("name").trim(), icon: optional(form.get("icon")), proxyUrl: optional(form.get("proxyUrl")) };
    if (await this.save(() => change("/v1/private-locations/" + this.props.id, body, this.edited), "The location is saved.")) {
      this.setState({ editing: false });
      this.load();
    }
  };

  makeKey = () => this.act(() => send("POST", `/v1/private-locations/${this.props.id}/keys`), "The key is created.").then((made) => made && (this.setState({ made }), this.load()));

  deleteKey = (key) => this.act(() => send("DELETE", `/v1/private-locations/${this.props.id}/keys/${key.id}`), "The key is deleted.").then((done) => done && this.load());

  remove = () => this.act(() => send("DELETE", "/v1/private-locations/" + this.props.id), "The location is deleted.").then((done) => done && this.props.go("/locations"));

  content({ place, checks, groups }, { writes }) {
    const { busy, refused, made, editing, edition } = this.state;
    const used = checks.total + groups.length;
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/locations" }, "Private locations")),
      h(
        Head,
        { title: place.name },
        h(Agents, { of: place }),
        writes && !editing && h("button", { type: "button", class: "quiet", onClick: this.edit }, "Edit"),
        writes && used === 0 && h(Ask, { what: "Delete", question: `Delete the location ${place.name} and its keys?`, yes: this.remove }),
      ),
      refused && !editing && h(Failure, { of: refused }),
      made && h(Once, { title: "New key", name: "the key", text: made.rawKey, done: () => this.setState({ made: null }) }),
      editing &&
        h(Form, { key: edition, save: this.rename, refused, busy, label: "Save", cancel: () => this.setState({ editing: false, refused: null }), renew: this.reload }, (f) => [
          f.text("name", "Name", { value: this.edited.value.name, required: true, maxLength: 255 }),
          f.text("icon", "Icon", { value: this.edited.value.icon, maxLength: 255, spellcheck: false, hint: ICON }),
          f.text("proxyUrl", "Proxy", { value: this.edited.value.proxyUrl, "data-secret": "", maxLength: 2048, spellcheck: false, hint: "Optional. The password **** stands for the stored one." }),
        ]),
      h(
        "div",
        { class: "columns" },
        h(
          Card,
          { id: "instances", title: "Agents and instances" },
          h(Facts, { of: [["Running now", place.agentCount], ["Last seen", h(Time, { at: place.lastSeen })], ["Short name", h("code", null, place.slugName)], place.proxyUrl && ["Proxy", h("code", null, place.proxyUrl)], place.icon && ["Icon", place.icon], ["Created", h(Time, { at: place.created_at })]] }),
          place.agents.length > 0 && h("ul", { class: "rows" }, place.agents.map((agent) => h("li", { key: agent.name + agent.startedAt }, h("div", null, agent.name, h("p", { class: "soft" }, "Agent, version " + agent.version + ", since ", h(Time, { at: agent.startedAt })))))),
          place.agentCount === 0 && [h("p", null, "No agent runs here, so runs are recorded as missed. Create a key below and start an agent in the network of this place:"), h(Copyable, { label: "the command", text: "BELFRY_AGENT_KEY=… belfry agent --url " + location.origin })],
        ),
        h(
          Card,
          { id: "users", title: "Used by" },
          used === 0 && h(Empty, null, "No monitor and no group uses this location."),
          h("ul", { class: "rows" }, groups.map((group) => h("li", { key: group.id }, h("div", null, h(Link, { to: "/groups/" + group.id }, group.name), h("p", { class: "soft" }, "Group")))), checks.entries.map((check) => h("li", { key: check.id }, h("div", null, h(Link, { to: "/monitors/" + check.id }, check.name), h("p", { class: "soft" }, "Monitor"))))),
          checks.total > SHOWN && h("p", { class: "soft" }, `and ${counted(checks.total - SHOWN, "more monitor")}`),
          used > 0 && writes && h("p", { class: "hint soft" }, "The location can be deleted when nothing uses it."),
        ),
      ),
      h(
        Card,
        { id: "keys", title: "Keys", aside: writes && h("button", { type: "button", class: "quiet", disabled: busy, onClick: this.makeKey }, "Create key") },
        h("p", { class: "soft" }, "An agent needs a key. Deleting it stops the agents that use it within a second."),
        place.keys.length === 0
          ? h(Empty, null, "This location has no keys.")
          : h(Table, {
              caption: "Keys of the location",
              columns: [{ name: "Key" }, { name: "Created" }, ...(writes ? [{ name: "Change" }] : [])],
              rows: place.keys.map((key) => ({
                key: key.id,
                cells: [h("code", null, key.maskedKey), h(Time, { at: key.created_at }), h(Ask, { what: "Delete", tone: "small danger", question: `Delete the key ${key.maskedKey}?`, yes: () => this.deleteKey(key) })].slice(0, writes ? 3 : 2),
              })),
            }),
      ),
    ];
  }
}
