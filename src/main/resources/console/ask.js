// A question before what cannot be undone.
import { Component, createRef, h } from "./dom.js";

export class Ask extends Component {
  dialog = createRef();

  render({ what, question, yes, tone }) {
    return h(
      "span",
      null,
      h("button", { type: "button", class: "quiet " + (tone ?? "danger"), onClick: () => this.dialog.current.showModal() }, what),
      h(
        "dialog",
        { ref: this.dialog, class: "ask", "aria-label": question },
        h("p", null, question),
        h(
          "form",
          { method: "dialog", class: "actions" },
          h("button", { class: "quiet" }, "Keep"),
          h("button", { class: "danger-full", onClick: yes }, what),
        ),
      ),
    );
  }
}
