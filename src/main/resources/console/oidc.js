// Sign-in over the provider that is configured, on the pages of those who are not signed in.
import { Component, h } from "./dom.js";
import { get } from "./api.js";

const PROBLEMS = {
  expired: "The sign-in took too long, or began in another browser. Try again.",
  refused: "The provider did not sign you in.",
  failed: "The provider’s answer could not be verified. Try again; if it fails again, tell an administrator of Belfry.",
  unreachable: "The provider cannot be reached. Try again later.",
  busy: "Too many people are signing in. Try again in a moment.",
  too_many: "You have begun too many sessions within a day. Try again in an hour.",
  unverified: "The provider has not verified your e-mail address, so that Belfry cannot tell who you are.",
  stranger: "You are not a member of any account here. Ask for an invitation to your e-mail address.",
  other_identity: "Another user of the provider already signs in here with your e-mail address.",
};

/** What went wrong at the provider, from the address, which then is without it; undefined for nothing. */
export function problem() {
  const word = new URLSearchParams(location.search).get("oidc");
  if (word) {
    history.replaceState(null, "", location.pathname);
  }
  return Object.hasOwn(PROBLEMS, word) ? PROBLEMS[word] : undefined;
}

export class ProviderSignIn extends Component {
  async componentDidMount() {
    const { oidc } = await get("/console/sign-in-methods").catch(() => ({ oidc: null }));
    this.setState({ oidc });
  }

  /** A form would not do: its answer may not lead to another site. */
  leave = () => location.assign("/console/oidc");

  render({ disabled }, { oidc }) {
    return oidc && h("button", { type: "button", class: "quiet", disabled, onClick: this.leave }, "Sign in with " + oidc.name);
  }
}
