// The question before unsaved changes are left, for all forms.
import { Component, createRef, h } from "./dom.js";

/** Whether a click on this link follows it within the console, in this tab. */
function within(link, event) {
  const to = new URL(link.href);
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && !link.target && !link.hash && to.origin === location.origin && /^\/console(\/|$)/.test(to.pathname);
}

/**
 * Asks when a link, or a button that is marked by data-leaves, leads away while `dirty()` is true; the
 * browser asks by itself when the page is closed. `left` is called when the person leaves.
 */
export class Leaving extends Component {
  asking = createRef();

  componentDidMount() {
    addEventListener("beforeunload", this.unloading);
    document.addEventListener("click", this.clicked, true);
  }

  componentWillUnmount() {
    removeEventListener("beforeunload", this.unloading);
    document.removeEventListener("click", this.clicked, true);
  }

  unloading = (event) => {
    if (this.props.dirty()) {
      event.preventDefault();
    }
  };

  clicked = (event) => {
    const way = event.target.closest?.("a[href], [data-leaves]");
    if (way && event.button === 0 && (!way.href || within(way, event)) && this.props.dirty()) {
      event.preventDefault();
      event.stopPropagation();
      this.to = way;
      this.asking.current.showModal();
    }
  };

  leave = () => {
    this.props.left();
    this.asking.current.close();
    this.to.click();
  };

  render() {
    return h(
      "dialog",
      { ref: this.asking, class: "ask", "aria-label": "Leave without saving?" },
      h("p", null, h("strong", null, "Leave without saving?"), " Your changes are lost."),
      h("form", { method: "dialog", class: "actions" }, h("button", { class: "quiet" }, "Stay"), h("button", { type: "button", class: "danger-full", onClick: this.leave }, "Leave")),
    );
  }
}
