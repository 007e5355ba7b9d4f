// The page behind the link of an invitation, or of a new password.
import { Component, Failure, Field, h } from "./dom.js";
import { send } from "./api.js";
import { ProviderSignIn } from "./oidc.js";
import { ROLES } from "./roles.js";
import { CODE_HINT, CODE_WRONG } from "./signin.js";

const JOIN = /^\/console\/join\/?$/;
const SHORTEST = 10;

/** The token of the link that led here, which then is gone from the address; null without one. */
export function invitation() {
  if (!JOIN.test(location.pathname)) {
    return null;
  }
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/console");
  return token || null;
}

export class Join extends Component {
  async componentDidMount() {
    try {
      this.setState({ of: await send("POST", "/console/invitations/preview", { token: this.props.token }) });
      this.base?.querySelector("input")?.focus();
    } catch (failure) {
      this.setState({ failure: failure.status === 404 ? null : failure, over: failure.status === 404 });
    }
  }

  submit = async (event) => {
    event.preventDefault();
    const { of } = this.state;
    const values = new FormData(event.target);
    const wrong = {};
    if (!of.known && !values.get("name").trim()) {
      wrong.name = "Enter your name.";
    }
    if (!values.get("password")) {
      wrong.password = "Enter a password.";
    }
    if (values.get("code")?.trim() === "") {
      wrong.code = "Enter the code.";
    }
    if (Object.keys(wrong).length === 0) {
      Object.assign(wrong, await this.accept(of, values));
    }
    this.setState({ wrong }, () => this.base?.querySelector("[aria-invalid], [name=code]")?.focus());
  };

  /** What is wrong by field; nothing once the person is in. */
  async accept(of, values) {
    this.setState({ busy: true, failure: null });
    try {
      await send("POST", "/console/invitations", { token: this.props.token, password: values.get("password"), ...(values.has("code") && { code: values.get("code").trim() }), ...(!of.known && { name: values.get("name").trim() }) });
      this.props.done();
      return {};
    } catch (failure) {
      this.setState({ busy: false, asks: this.state.asks || Boolean(failure.secondFactor) });
      if (failure.secondFactor) {
        return failure.secondFactor === "WRONG" ? { code: CODE_WRONG } : {};
      }
      if (failure.status === 401) {
        return { password: "This is not your password." };
      }
      if (failure.fields.length === 0) {
        this.setState({ failure: failure.status === 404 ? null : failure, over: failure.status === 404 });
      }
      return Object.fromEntries(failure.fields.map(({ path, message }) => [path.slice(1), "It " + message + "."]));
    }
  }

  field(name, label, type, autocomplete, hint) {
    const wrong = this.state.wrong?.[name];
    const described = [wrong && name + "-error", hint && name + "-hint"].filter(Boolean).join(" ");
    return h(Field, { label, id: name, error: wrong, hint }, h("input", { id: name, name, type, autocomplete, spellcheck: false, "aria-describedby": described || undefined, "aria-invalid": wrong ? "true" : undefined }));
  }

  render({ leave }, { of, busy, failure, over, asks }) {
    if (!of) {
      return h(
        "div",
        { class: "card signin" },
        h("h1", null, "Belfry"),
        failure ? h(Failure, { of: failure }) : h("p", { role: "status" }, over ? "This link has been used or has expired. Ask for a new one." : "One moment…"),
        over && h("p", null, h("button", { type: "button", onClick: leave }, "Go to the sign-in page")),
      );
    }
    const anew = !of.known || !of.accountName;
    return h(
      "form",
      { class: "card signin", onSubmit: this.submit, noValidate: true },
      h("h1", null, of.accountName ? `Join ${of.accountName}` : "Set a new password"),
      h("p", { class: "soft" }, of.accountName ? `You are invited as ${ROLES[of.role]}, with the address ${of.email}.` : `For ${of.email}. Your other sessions end.`),
      failure && h(Failure, { of: failure }),
      // Managers of passwords store them with this.
      h("input", { class: "hidden", type: "email", name: "email", autocomplete: "username", value: of.email, readOnly: true, tabIndex: -1, "aria-hidden": "true" }),
      !of.known && this.field("name", "Your name", "text", "name"),
      this.field("password", anew ? "New password" : "Your password", "password", anew ? "new-password" : "current-password", anew && `At least ${SHORTEST} characters.`),
      asks && this.field("code", "Code", "text", "one-time-code", CODE_HINT),
      h("button", { type: "submit", disabled: busy }, busy ? "One moment…" : of.accountName ? "Join" : "Set password"),
      of.accountName && h(ProviderSignIn, { disabled: busy }),
    );
  }
}
