// The frame around all views: who is signed in, where we are, and what has just happened.
import { Component, Link, h, render } from "./dom.js";
import { get, send, session } from "./api.js";
import { forgetDrafts } from "./drafts.js";
import { SHARED, follow } from "./events.js";
import { arrival, live, notice } from "./view.js";
import { SignIn } from "./signin.js";
import { enter } from "./enter.js";
import { Join, invitation } from "./join.js";
import { choose } from "./reader.js";
import { changes, opens } from "./roles.js";
import { RequiredFactor } from "./required-factor.js";
import { PLACES, ROUTES } from "./routes.js";

const HIDDEN_STREAM_STAYS = 2000;

function place() {
  return location.pathname.replace(/^\/console/, "").replace(/(.)\/$/, "$1") || "/";
}

function NotThere() {
  return h("div", { class: "view", "aria-busy": false }, h("h1", { tabIndex: -1 }, "Page not found"), h("p", null, h(Link, { to: "/" }, "Go to the overview")));
}

class App extends Component {
  state = { who: undefined, path: place(), search: location.search, live: undefined, menu: false, notices: [] };

  componentDidMount() {
    session.lost = () => {
      this.pause();
      this.setState({ who: null });
    };
    session.restricted = this.restricted;
    session.changed = this.begin;
    notice.show = this.notice;
    addEventListener("popstate", this.moved);
    document.addEventListener("click", this.click);
    document.addEventListener("visibilitychange", this.seen);
    document.addEventListener("keydown", this.key);
    addEventListener("pagehide", this.pause);
    addEventListener("pageshow", this.resume);
    const token = invitation();
    if (token) {
      this.setState({ token, path: place() });
      return;
    }
    enter().then((refused) => {
      this.refused = refused;
      this.setState({ path: place() });
      this.begin();
    });
  }

  begin = async () => {
    try {
      const who = await get("/console/session");
      session.account = who.accountId;
      session.user = who.user;
      choose(who.user);
      this.setState({ who, failure: null }, () => !who.secondFactorRequired && this.listen());
      if (who.secondFactorRequired) {
        return;
      }
      const { name } = await get("/v1/accounts/me").catch(() => ({ name: "" }));
      this.setState({ account: name });
    } catch (failure) {
      this.setState(failure.status === 401 ? { who: null } : { failure });
      if (failure.status !== 401) {
        setTimeout(this.begin, 5000);
      }
    }
  };

  /** The account begins to require a second factor, or a request was sent before that was known. */
  restricted = () => {
    if (this.state.who && !this.state.who.secondFactorRequired) {
      this.pause();
      this.begin();
    }
  };

  /** Where tabs cannot share a stream, hidden ones close theirs: a browser has few connections to a host. */
  seen = () => {
    clearTimeout(this.hidden);
    if (document.visibilityState === "visible") {
      this.resume();
    } else if (!SHARED) {
      this.hidden = setTimeout(this.pause, HIDDEN_STREAM_STAYS);
    }
  };

  /** Browsers keep pages that were left, with their streams. */
  pause = () => {
    this.stop?.();
    this.stop = null;
  };

  resume = () => {
    if (this.state.who && !this.state.who.secondFactorRequired && !this.stop) {
      this.listen();
      live.hear({ kind: "missed", ids: [] });
    }
  };

  listen() {
    this.pause();
    this.stop = follow(this.state.who.keyId, live.hear, (there) => this.setState({ live: there }));
  }

  /** The menu of a phone lies over the page. */
  key = (event) => {
    if (event.key === "Escape" && this.state.menu) {
      this.setState({ menu: false });
      document.querySelector(".menu").focus();
    }
  };

  /** Links within the console need no new page. */
  click = (event) => {
    if (this.state.menu && !event.target.closest?.("#places, .menu")) {
      this.setState({ menu: false });
    }
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
    forgetDrafts();
    const { who } = this.state;
    if (who.user) {
      await send("DELETE", `/console/sessions/${who.keyId}`).catch(() => {});
    }
    await send("DELETE", "/console/session").catch(() => {});
    this.pause();
    this.setState({ who: null });
  };

  signedIn = () => {
    this.setState({ who: undefined, token: null });
    this.begin();
  };

  render(props, { who, token, account, path, search, failure, live: there, menu, notices }) {
    if (token) {
      document.title = "Join – Belfry";
      return h("main", { class: "alone" }, h(Join, { token, done: this.signedIn, leave: this.signedIn }));
    }
    if (who === null) {
      document.title = "Sign in – Belfry";
      return h("main", { class: "alone" }, h(SignIn, { done: this.signedIn, refused: this.refused }));
    }
    if (who === undefined) {
      return h("p", { class: "starting soft", role: "status" }, failure ? failure.title + " " + failure.detail : "Belfry console");
    }
    const [pattern, Page, title] = ROUTES.find(([one]) => one.test(path)) || [/^/, NotThere, "Not found"];
    const [up, listed] = PLACES.flat().find(([to]) => to !== "/" && path.startsWith(to + "/")) || ["/", "Overview"];
    const parameters = pattern.exec(path)?.groups || {};
    document.title = title + " – Belfry";
    if (who.secondFactorRequired) {
      return h("main", { class: "alone" }, h(RequiredFactor, { who, done: this.signedIn, leave: this.signOut }));
    }
    const writes = changes(who, path);
    return [
      h("a", { class: "skip", href: "#content" }, "Skip to the content"),
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "/console" }, "Belfry"),
        h("button", { type: "button", class: "quiet menu", "aria-expanded": menu, "aria-controls": "places", onClick: () => this.setState({ menu: !menu }) }, "Menu"),
        h("p", { class: "who" }, h("span", { class: "soft" }, "Account "), h("strong", { title: account }, account), who.role === "READ_ONLY" && h("span", { class: "badge none" }, "read only")),
        who.user && h(Link, { to: "/profile", class: "person", title: who.user.email }, who.user.name),
        h("button", { type: "button", class: "quiet", "data-leaves": "", onClick: this.signOut }, "Sign out"),
      ),
      h(
        "nav",
        { id: "places", class: menu ? "places open" : "places", "aria-label": "Console" },
        PLACES.map((group) =>
          h(
            "ul",
            null,
            group.filter(([to]) => opens(who, to)).map(([to, name]) => {
              const here = to === "/" ? path === "/" : path === to || path.startsWith(to + "/");
              return h("li", null, h(Link, { to: to === "/" ? "" : to, "aria-current": here ? (path === to ? "page" : "true") : undefined }, name));
            }),
          ),
        ),
        h("p", { class: "stream soft", role: "status" }, h("span", { class: there ? "dot good" : "dot none", "aria-hidden": "true" }), there ? "Live" : there === undefined ? "Connecting" : "Not live: connecting again"),
      ),
      h("main", { id: "content" }, h(Page, { key: path, address: path + search, search: new URLSearchParams(search), go: (to) => this.go("/console" + to), replace: (to) => this.go("/console" + to, true), writes, who, title, up, listed, ...parameters })),
      h(
        "div",
        { class: "notices", role: "status", "aria-live": "polite" },
        notices.map((one) => h("p", { key: one.key, class: "notice " + (one.tone || "good") }, one.text)),
      ),
    ];
  }
}

render(h(App), document.getElementById("console"));
