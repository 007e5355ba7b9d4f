// The question before unsaved changes are left, for all forms.
import { Component, createRef, h } from "./dom.js";

/**
 * Asks when a link leads away while `dirty()` is true; the browser asks by itself when the page is
 * closed. `left` is called when the person leaves.
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
    const link = event.target.closest?.("a[href]");
    if (!link || !this.props.dirty() || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hash) {
      return;
    }
    const to = new URL(link.href);
    if (to.origin === location.origin && /^\/console(\/|$)/.test(to.pathname)) {
      event.preventDefault();
      event.stopPropagation();
      this.to = link;
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
