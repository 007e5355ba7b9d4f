// Persons sign in with e-mail address and password, programs' keys are pasted once; from then on the
// browser keeps the session where no script can read it.
import { Component, Failure, Field, h } from "./dom.js";
import { send } from "./api.js";
import { ProviderSignIn, problem } from "./oidc.js";

export const CODE_WRONG = "This code is wrong or was used.";

/** What stands under the field of a code. */
export const CODE_HINT = "Of your authenticator app, or a recovery code.";

const WRONG = { key: "This key does not work. It may be cut off, revoked, or of another installation.", password: "The address or the password is wrong.", code: CODE_WRONG };

export class SignIn extends Component {
  problem = problem();

  componentDidMount() {
    this.base.querySelector("input").focus();
  }

  start = (field, body) => async (event) => {
    event.preventDefault();
    const form = event.target;
    const given = body(new FormData(form));
    if (given.wrong) {
      this.setState({ wrong: given.wrong });
      return;
    }
    this.setState({ busy: field, wrong: {}, failure: null });
    try {
      await send("POST", "/console/session", given);
      this.props.done();
    } catch (failure) {
      const asks = Boolean(failure.secondFactor) || (failure.status !== 401 && this.state.asks);
      const at = failure.secondFactor ? "code" : field;
      const wrong = failure.secondFactor !== "REQUIRED" && { [at]: WRONG[at] };
      this.setState({ busy: null, asks, ...(failure.status === 401 ? { wrong: wrong || {} } : { failure }) }, () => form.querySelector(`[name=${at}]`).focus());
    }
  };

  signIn = this.start("password", (values) => {
    const email = values.get("email").trim();
    const password = values.get("password");
    const code = values.get("code")?.trim();
    if (code === "") {
      return { wrong: { code: "Enter the code." } };
    }
    return email && password ? { email, password, ...(code && { code }) } : { wrong: { password: "Enter your e-mail address and password." } };
  });

  paste = this.start("key", (values) => {
    const key = values.get("key").trim().replace(/^(export\s+)?BELFRY_API_KEY=/, "");
    return key ? { key } : { wrong: { key: "Paste a key." } };
  });

  field(id, label, type, autocomplete, wrong, hint) {
    const described = [wrong && id + "-error", hint && id + "-hint"].filter(Boolean).join(" ");
    return h(Field, { label, id, error: wrong, hint }, h("input", { id, name: id, type, autocomplete, spellcheck: false, "aria-describedby": described || undefined, "aria-invalid": wrong ? "true" : undefined }));
  }

  render({ refused }, { busy, wrong = {}, failure, asks }) {
    return h(
      "div",
      { class: "card signin" },
      h("h1", null, "Belfry"),
      (refused || this.problem) && h("p", { class: "field-error", role: "alert" }, refused || this.problem),
      failure && h(Failure, { of: failure }),
      h(
        "form",
        { class: "signin-form", onSubmit: this.signIn, noValidate: true },
        this.field("email", "E-mail address", "email", "username"),
        this.field("password", "Password", "password", "current-password", wrong.password),
        asks && this.field("code", "Code", "text", "one-time-code", wrong.code, CODE_HINT),
        h("button", { type: "submit", disabled: Boolean(busy) }, busy === "password" ? "Signing in…" : "Sign in"),
      ),
      h(ProviderSignIn, { disabled: Boolean(busy) }),
      h(
        "form",
        { class: "signin-form signin-key", onSubmit: this.paste, noValidate: true },
        this.field("key", "API key", "password", "off", wrong.key, h("span", null, "In place of a person’s password. The service prints a key when it first starts on its own database; ", h("code", null, "belfry keys create"), " creates more.")),
        h("button", { type: "submit", class: "quiet", disabled: Boolean(busy) }, busy === "key" ? "Signing in…" : "Sign in with the key"),
      ),
    );
  }
}
