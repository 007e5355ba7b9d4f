// The key is typed once; from then on the browser keeps it where no script can read it.
import { Component, Failure, Field, h } from "./dom.js";
import { send } from "./api.js";

export class SignIn extends Component {
  componentDidMount() {
    this.base.querySelector("input").focus();
  }

  submit = async (event) => {
    event.preventDefault();
    const key = new FormData(event.target).get("key").trim().replace(/^(export\s+)?BELFRY_API_KEY=/, "");
    if (!key) {
      this.setState({ wrong: "Paste a key." });
      return;
    }
    this.setState({ busy: true, wrong: null, failure: null });
    try {
      await send("POST", "/console/session", { key });
      this.props.done();
    } catch (failure) {
      this.setState({ busy: false, ...(failure.status === 401 ? { wrong: "This key does not work. It may be cut off, revoked, or of another installation." } : { failure }) });
      this.base.querySelector("input").focus();
    }
  };

  render({ refused }, { busy, wrong = refused, failure }) {
    return h(
      "form",
      { class: "card signin", onSubmit: this.submit, noValidate: true },
      h("h1", null, "Belfry"),
      h("p", { class: "soft" }, "Sign in with an API key of your account."),
      failure && h(Failure, { of: failure }),
      h(
        Field,
        {
          label: "API key",
          id: "key",
          error: wrong,
          hint: h("span", null, "The service prints one when it first starts on its own database (", h("code", null, "BELFRY_API_KEY"), "); ", h("code", null, "belfry keys create"), " creates more."),
        },
        h("input", { id: "key", name: "key", type: "password", autocomplete: "current-password", spellcheck: false, "aria-describedby": wrong ? "key-error key-hint" : "key-hint", "aria-invalid": wrong ? "true" : undefined }),
      ),
      h("button", { type: "submit", disabled: busy }, busy ? "Signing in…" : "Sign in"),
    );
  }
}
