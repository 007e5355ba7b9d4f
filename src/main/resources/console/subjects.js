// A field that chooses monitors and groups: a search, its finds, and what is chosen.
import { Component, Link, h } from "./dom.js";
import { get, query } from "./api.js";

const SHOWN = 8;
const SETTLED = 250;

/** Where the page of a monitor or group is, or the list of the monitors with a tag. */
export const placeOf = ({ checkId, groupId, tag }) => (tag ? "/monitors" + query({ tag }) : checkId ? "/monitors/" + checkId : "/groups/" + groupId);

/** Monitors and groups that something names, with their names; the id stands for one that cannot be read. */
export async function readSubjects(named, signal) {
  const read = (named || []).map(async ({ checkId, groupId, tag }) => {
    if (tag) {
      return { tag, name: "Tag " + tag };
    }
    const { name } = await get(checkId ? "/v1/checks/" + checkId : "/v1/check-groups/" + groupId, signal).catch(() => ({}));
    return { ...(checkId ? { checkId } : { groupId }), name: name ?? String(checkId ?? groupId) };
  });
  return Promise.all(read);
}

/** What the API takes for a list that is chosen here. */
export const chosenOf = (chosen) => chosen.map(({ checkId, groupId }) => (checkId ? { checkId } : { groupId }));

/** `value` is a list of {checkId or groupId, name}; `groups` are all of the account; `self` is left out; `most` may be chosen. */
export class Subjects extends Component {
  state = { text: "", found: null };

  componentWillUnmount() {
    clearTimeout(this.typing);
    this.reading?.abort();
  }

  type = (event) => {
    const text = event.target.value;
    this.setState({ text });
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.find(text.trim()), SETTLED);
  };

  async find(text) {
    this.reading?.abort();
    if (text === "") {
      this.setState({ found: null });
      return;
    }
    const reading = (this.reading = new AbortController());
    try {
      const { entries } = await get("/v1/check-overview" + query({ search: text, order: "NAME", limit: SHOWN }), reading.signal);
      const like = text.toLowerCase();
      const groups = this.props.groups.filter(({ name }) => name.toLowerCase().includes(like)).map(({ id, name }) => ({ groupId: id, name }));
      this.setState({ found: [...groups.slice(0, SHOWN), ...entries.map(({ checkId, name }) => ({ checkId, name }))] });
    } catch (failure) {
      if (!reading.signal.aborted) {
        this.setState({ found: [], failed: failure.message });
      }
    }
  }

  add(one) {
    this.props.change([...this.props.value, one]);
    this.setState({ text: "", found: null, failed: null }, this.focus);
  }

  remove(one) {
    this.props.change(this.props.value.filter((other) => other !== one));
    this.setState({}, this.focus);
  }

  /** The search, or the way back to it when no more may be chosen. */
  focus = () => (this.base?.querySelector("input") || this.base?.querySelector("button"))?.focus();

  /** Enter in the search takes the first find, and never sends the form. */
  press = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      const [first] = this.offers();
      first && this.add(first);
    }
  };

  offers() {
    const taken = new Set([...this.props.value, this.props.self].filter(Boolean).map(placeOf));
    return (this.state.found || []).filter((one) => !taken.has(placeOf(one)));
  }

  render({ name, label, hint, value, error, most = 20 }, { text, found, failed }) {
    const offers = this.offers();
    const full = value.length >= most;
    return h(
      "fieldset",
      { class: "form-group", tabIndex: -1, "data-invalid": error ? "" : undefined, "aria-describedby": name + (error ? "-error" : "-hint") },
      h("legend", null, label),
      error ? h("p", { id: name + "-error", class: "field-error" }, error) : h("p", { id: name + "-hint", class: "hint soft" }, hint),
      value.length > 0 &&
        h(
          "ul",
          { class: "rows" },
          value.map((one) => h("li", { key: placeOf(one) }, h("div", { class: "grow" }, h(Link, { to: placeOf(one) }, one.name), one.groupId != null && h("span", { class: "soft" }, " group")), h("button", { type: "button", class: "quiet small", onClick: () => this.remove(one) }, "Remove", h("span", { class: "hidden" }, " " + one.name)))),
        ),
      !full && h("input", { type: "search", "aria-label": `${label}: find a monitor or group`, placeholder: "Find a monitor or group", autocomplete: "off", value: text, onInput: this.type, onKeyDown: this.press, "data-secret": "" }),
      !full && h("p", { role: "status", class: "hint soft" }, failed || (found && (offers.length === 0 ? "Nothing else has this name." : ""))),
      !full && offers.length > 0 && h("div", { class: "choices" }, offers.map((one) => h("button", { type: "button", key: placeOf(one), class: "quiet small", onClick: () => this.add(one) }, h("span", { class: "hidden" }, "Add "), one.name, one.groupId != null && h("span", { class: "soft" }, " group")))),
    );
  }
}

/** The field of what a monitor or group depends on. */
export const DependsOn = (props) => h(Subjects, { name: "dependsOn", label: "Depends on", hint: "While one of these fails, alerts are held; runs and recoveries are not.", ...props });
