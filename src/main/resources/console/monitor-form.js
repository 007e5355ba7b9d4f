// The form for a new or existing monitor of any type, with a test run of what it says.
import { Link, h } from "./dom.js";
import { all, get, send, version } from "./api.js";
import { TYPES, pathOf, typeOf } from "./check-types.js";
import { FormView } from "./form.js";
import { sectionsOf } from "./monitor-sections.js";
import { TestResult } from "./monitor-test.js";
import { PLACES, bodyOf, ofType, problemsOf, valuesOf } from "./monitor-values.js";
import { change } from "./room.js";
import { readSubjects } from "./subjects.js";

export class MonitorForm extends FormView {
  /** The entry of the type that is chosen. */
  type() {
    return typeOf(this.state.values.type);
  }

  async fetch(signal) {
    const { id } = this.props;
    const [edited, groups, locations, places, channels, services] = await Promise.all([
      id ? version(`/v1/checks/${id}`, signal) : null,
      all("/v1/check-groups", signal),
      get("/v1/locations", signal),
      get("/v1/private-locations", signal),
      all("/v1/alert-channels", signal),
      get("/v1/status-pages/services?limit=100", signal),
    ]);
    const check = edited?.value;
    const parents = await readSubjects(check?.dependsOn, signal);
    this.verb = check ? "Save" : "Create monitor";
    return { edited, check, groups, locations, places, channels, services: services.entries, parents };
  }

  initial(data) {
    const asked = this.props.search.get("type");
    return valuesOf(data.check, TYPES.find(({ type }) => type === asked) ?? TYPES[0], data);
  }

  problems(values) {
    return problemsOf(values);
  }

  save(values) {
    const check = this.edited?.value;
    const body = bodyOf(values, check);
    return check ? change(`/v1/checks/${check.id}`, body, this.edited, pathOf(check.checkType, check.id)) : send("POST", this.type().checks + "?autoAssignAlerts=false", body);
  }

  refuse(failure) {
    this.places = [...this.type().places, ...PLACES];
    super.refuse(failure);
  }

  /** Another type, for the values that are there. */
  choose = (type) => this.setState((now) => ({ ...this.changed(now, ofType(now.values, type)), test: null }), () => this.keep());

  saved(check) {
    this.tell(this.state.data.check ? "The monitor is saved." : this.type().waits ? "The monitor is created; its first ping starts the timer." : "The monitor is created; its first run follows.");
    this.props.go("/monitors/" + check.id);
  }

  test = async () => {
    if (!this.checked()) {
      return;
    }
    this.setState({ testing: true, test: null });
    try {
      const test = await send("POST", this.type().tests, bodyOf(this.state.values, this.state.data.check));
      this.setState({ test }, () => this.base?.querySelector(".test-result")?.scrollIntoView({ block: "nearest" }));
    } catch (failure) {
      this.refuse(failure);
    } finally {
      if (!this.gone) {
        this.setState({ testing: false });
      }
    }
  };

  heading(data) {
    return data.check ? "Edit monitor" : "New monitor";
  }

  back(data) {
    return data.check ? "/monitors/" + data.check.id : "/monitors";
  }

  crumbs({ check }) {
    return h("p", { class: "crumbs" }, h(Link, { to: "/monitors" }, "Monitors"), check && [" / ", h(Link, { to: "/monitors/" + check.id }, check.name)]);
  }

  sections(data) {
    return [sectionsOf(this, data), h("div", { role: "status" }, this.state.test && h(TestResult, { of: this.state.test, type: this.type() }))];
  }

  buttons() {
    const { testing } = this.state;
    return !this.type().waits && h("button", { type: "button", class: "quiet", disabled: testing, onClick: this.test }, testing ? "Testing…" : "Test now");
  }
}
