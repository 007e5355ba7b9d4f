// The frame around all views: who is signed in, where we are, and what has just happened.
import { Component, Link, h, render } from "./dom.js";
import { follow, get, send, session } from "./api.js";
import { arrival, live, notice } from "./view.js";
import { SignIn } from "./signin.js";
import { Overview } from "./overview.js";
import { Monitors } from "./monitors.js";
import { Monitor } from "./monitor.js";
import { MonitorForm } from "./monitor-form.js";
import { Alert, Alerts } from "./alerts.js";
import { Groups } from "./groups.js";
import { Incidents } from "./incidents.js";
import { Incident } from "./incident.js";
import { IncidentForm } from "./incident-form.js";
import { Channels } from "./channels.js";
import { Keys } from "./keys.js";
import { Audit } from "./audit.js";

const ROUTES = [
  [/^\/?$/, Overview, "Overview"],
  [/^\/monitors$/, Monitors, "Monitors"],
  [/^\/monitors\/new$/, MonitorForm, "New monitor"],
  [/^\/monitors\/(?<id>[^/]+)$/, Monitor, "Monitor"],
  [/^\/monitors\/(?<id>[^/]+)\/edit$/, MonitorForm, "Edit monitor"],
  [/^\/alerts$/, Alerts, "Alerts"],
  [/^\/alerts\/(?<id>[^/]+)$/, Alert, "Alert"],
  [/^\/groups$/, Groups, "Groups"],
  [/^\/incidents$/, Incidents, "Incidents"],
  [/^\/incidents\/new$/, IncidentForm, "New incident"],
  [/^\/incidents\/(?<id>[^/]+)$/, Incident, "Incident"],
  [/^\/channels$/, Channels, "Channels"],
  [/^\/keys$/, Keys, "Keys"],
  [/^\/audit$/, Audit, "Audit log"],
];

const HIDDEN_STREAM_STAYS = 20000;

const PLACES = [
  ["/", "Overview"],
  ["/monitors", "Monitors"],
  ["/alerts", "Alerts"],
  ["/incidents", "Incidents"],
  ["/groups", "Groups"],
  ["/channels", "Channels"],
  ["/keys", "Keys"],
  ["/audit", "Audit log"],
];

function place() {
  return location.pathname.replace(/^\/console/, "").replace(/(.)\/$/, "$1") || "/";
}

function NotThere() {
  return h("div", { class: "view" }, h("h1", { tabIndex: -1 }, "Page not found"), h("p", null, h(Link, { to: "/" }, "Go to the overview")));
}

class App extends Component {
  state = { who: undefined, path: place(), search: location.search, live: undefined, menu: false, notices: [] };

  componentDidMount() {
    session.lost = () => this.setState({ who: null });
    notice.show = this.notice;
    addEventListener("popstate", this.moved);
    document.addEventListener("click", this.click);
    document.addEventListener("visibilitychange", this.seen);
    this.begin();
  }

  begin = async () => {
    try {
      this.setState({ who: await get("/console/session"), failure: null });
      this.listen();
      const { name } = await get("/v1/accounts/me").catch(() => ({ name: "" }));
      this.setState({ account: name });
    } catch (failure) {
      this.setState(failure.status === 401 ? { who: null } : { failure });
      if (failure.status !== 401) {
        setTimeout(this.begin, 5000);
      }
    }
  };

  /** A browser has few connections to a host: hidden windows close their stream. */
  seen = () => {
    clearTimeout(this.hidden);
    if (document.visibilityState === "hidden") {
      this.hidden = setTimeout(() => {
        this.stop?.();
        this.stop = null;
      }, HIDDEN_STREAM_STAYS);
    } else if (this.state.who && !this.stop) {
      this.listen(false);
    }
  };

  listen(first = true) {
    this.stop?.();
    this.stop = follow(
      (event) => {
        if (event.kind === "missed" && first) {
          first = false;
        } else {
          live.hear(event);
        }
      },
      (there) => this.setState({ live: there }),
    );
  }

  /** Links within the console need no new page. */
  click = (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) {
      return;
    }
    const to = new URL(link.href);
    if (to.origin === location.origin && /^\/console(\/|$)/.test(to.pathname) && !to.hash) {
      event.preventDefault();
      this.go(to.pathname + to.search);
    }
  };

  go = (to, replace) => {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.moved();
  };

  moved = () => {
    const other = this.state.path !== place();
    this.setState({ path: place(), search: location.search, menu: false }, () => {
      if (other) {
        scrollTo(0, 0);
        arrival.due = true;
        arrival.settle();
      }
    });
  };

  notice = (text, tone) => {
    const one = { text, tone, key: Math.random() };
    this.setState((now) => ({ notices: [...now.notices.slice(-2), one] }));
    setTimeout(() => this.setState((now) => ({ notices: now.notices.filter((other) => other !== one) })), 8000);
  };

  signOut = async () => {
    await send("DELETE", "/console/session").catch(() => {});
    this.stop?.();
    this.stop = null;
    this.setState({ who: null });
  };

  signedIn = () => {
    this.setState({ who: undefined });
    this.begin();
  };

  render(props, { who, account, path, search, failure, live: there, menu, notices }) {
    if (who === null) {
      document.title = "Sign in – Belfry";
      return h("main", { class: "alone" }, h(SignIn, { done: this.signedIn }));
    }
    if (who === undefined) {
      return h("p", { class: "starting soft", role: "status" }, failure ? failure.title + " " + failure.detail : "Belfry console");
    }
    const [pattern, Page, title] = ROUTES.find(([one]) => one.test(path)) || [/^/, NotThere, "Not found"];
    const parameters = pattern.exec(path)?.groups || {};
    document.title = title + " – Belfry";
    const writes = who.scope !== "READ";
    return [
      h("a", { class: "skip", href: "#content" }, "Skip to the content"),
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "/console" }, "Belfry"),
        h("button", { type: "button", class: "quiet menu", "aria-expanded": menu, "aria-controls": "places", onClick: () => this.setState({ menu: !menu }) }, "Menu"),
        h("p", { class: "who" }, h("span", { class: "soft" }, "Account "), h("strong", null, account), !writes && h("span", { class: "badge none" }, "read only")),
        h("button", { type: "button", class: "quiet", onClick: this.signOut }, "Sign out"),
      ),
      h(
        "nav",
        { id: "places", class: menu ? "places open" : "places", "aria-label": "Console" },
        h(
          "ul",
          null,
          PLACES.map(([to, name]) => {
            const here = to === "/" ? path === "/" : path.startsWith(to);
            return h("li", null, h(Link, { to: to === "/" ? "" : to, "aria-current": here ? (path === to ? "page" : "true") : undefined }, name));
          }),
        ),
        h("p", { class: "stream soft", role: "status" }, h("span", { class: there ? "dot good" : "dot none", "aria-hidden": "true" }), there ? "Live" : there === undefined ? "Connecting" : "Not live: connecting again"),
      ),
      h("main", { id: "content" }, h(Page, { key: path, address: path + search, search: new URLSearchParams(search), go: (to) => this.go("/console" + to), replace: (to) => this.go("/console" + to, true), writes, who, ...parameters })),
      h(
        "div",
        { class: "notices", role: "status", "aria-live": "polite" },
        notices.map((one) => h("p", { key: one.key, class: "notice " + (one.tone || "good") }, one.text)),
      ),
    ];
  }
}

render(h(App), document.getElementById("console"));
