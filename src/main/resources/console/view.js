// The base of all views: it reads, reads again after a change, and shows failures.
import { Component, Empty, Failure, Head, Link, h } from "./dom.js";

/** Streams of events are one for all views. */
export const live = {
  ears: new Set(),
  hear(event) {
    live.ears.forEach((ear) => ear(event));
  },
};

/** Says something in passing, also to those who do not see it. */
export const notice = { show: () => {} };

/** After a change of page the heading gets the focus, as soon as there is one. */
export const arrival = {
  due: false,
  settle() {
    const heading = arrival.due && document.querySelector("main h1");
    if (heading) {
      arrival.due = false;
      heading.focus({ preventScroll: true });
    }
  },
};

const AT_MOST_EVERY = 2500;
/** Where a refusal points when the id in the address of a view is none. */
const NAMES_IT = /^\/(id|\w+Id)(\/|$)/;

/**
 * A view reads what it shows: `read(signal)` answers an object, `content(data)` shows it. `kinds`
 * are the events it is read again for, `every` the seconds after which it is read again anyway.
 */
export class View extends Component {
  kinds = [];
  every = 0;
  /** Where a view leads back to that is not in the menu: its `up` and `listed`. */
  home = {};

  componentDidMount() {
    this.ear = (event) => this.heard(event);
    live.ears.add(this.ear);
    this.load();
    if (this.every) {
      this.timer = setInterval(() => document.visibilityState === "visible" && this.load(), this.every * 1000);
    }
  }

  componentDidUpdate(before) {
    arrival.settle();
    if (before.address !== this.props.address) {
      this.load();
    }
  }

  componentWillUnmount() {
    live.ears.delete(this.ear);
    clearInterval(this.timer);
    clearTimeout(this.soon);
    clearTimeout(this.next);
    this.aborting?.abort();
    this.gone = true;
  }

  heard(event) {
    if (event.kind === "missed" || (this.kinds.includes(event.kind) && this.concerns(event))) {
      const since = Date.now() - (this.loadedAt || 0);
      this.loadIn(Math.max(150, AT_MOST_EVERY - since));
    }
  }

  /** Reads again after so many milliseconds, if that is not due sooner. */
  loadIn(after) {
    const due = Date.now() + after;
    if (this.due === undefined || due < this.due) {
      clearTimeout(this.next);
      this.due = due;
      this.next = setTimeout(() => {
        this.due = undefined;
        this.load();
      }, after);
    }
  }

  concerns() {
    return true;
  }

  load = async () => {
    this.aborting?.abort();
    const mine = new AbortController();
    this.aborting = mine;
    this.loadedAt = Date.now();
    try {
      const data = await this.read(mine.signal);
      if (!mine.signal.aborted) {
        this.setState({ data, failure: null });
      }
    } catch (failure) {
      if (!mine.signal.aborted) {
        this.setState({ failure });
        if (failure.status === 0 || failure.status === 503 || failure.status === 429) {
          this.loadIn(10000);
        }
      }
    }
  };

  /** Does something the person has asked for, and says what came of it. */
  act = async (work, done) => {
    this.setState({ busy: true, refused: null });
    try {
      const answer = await work();
      if (done) {
        notice.show(done);
      }
      return answer ?? true;
    } catch (refused) {
      this.setState({ refused });
      notice.show(refused.title + " " + refused.detail, "bad");
      return null;
    } finally {
      if (!this.gone) {
        this.setState({ busy: false });
      }
    }
  };

  render(props, { data, failure }) {
    const unknown = failure && !data && (failure.status === 404 || (props.id && failure.fields.some((field) => NAMES_IT.test(field.path))));
    return h(
      "div",
      { class: "view", "aria-busy": !data && !failure },
      failure && !data && h(Unread, { unknown, ...props, ...this.home }),
      unknown ? h(Empty, null, "It was deleted, or the address is wrong.") : failure && h(Failure, { of: failure, again: failure.status === 404 ? undefined : this.load }),
      data ? this.content(data, props) : !failure && (this.waiting?.(props) || h(Waiting)),
    );
  }
}

/** A view without anything to show still says what it is, and leads back. */
function Unread({ unknown, title, up, listed }) {
  return [
    h("p", { class: "crumbs" }, h(Link, { to: up === "/" ? "" : up }, listed)),
    h(Head, { title: unknown ? title.replace(/^Edit (.)/, (all, first) => first.toUpperCase()) + " not found" : title }),
  ];
}

function Waiting() {
  return h(
    "div",
    { class: "skeleton", role: "status" },
    h("span", { class: "hidden" }, "Loading…"),
    ["short", "", "", ""].map((length, at) => h("span", { key: at, class: "bone " + length, "aria-hidden": "true" })),
  );
}
