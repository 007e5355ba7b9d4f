// Asks for the first person of an account, in a browser that a key has signed in.
import { Card, h } from "./dom.js";
import { get, send } from "./api.js";
import { here } from "./members.js";
import { includes } from "./roles.js";
import { Form, Room } from "./room.js";

const PATH = "/v1/accounts/me/members";
const LATER = "belfry.firstPerson.later";

/** Whether a person is missing: a key is at work that could invite one, and the account has none. */
export async function lacksPerson(who, signal) {
  if (who.user || !includes(who.role, "ADMIN") || localStorage.getItem(LATER)) {
    return false;
  }
  const { length } = await get(`${PATH}?type=member&limit=1`, signal);
  return length === 0;
}

/** `done` is called when the question is put off. */
export class FirstPerson extends Room {
  read = async () => ({});

  invite = async (values) => {
    const made = await this.save(() => send("POST", PATH, { email: values.get("email").trim(), role: "OWNER" }), "One more step.");
    if (made) {
      // Once the form knows that it is saved, so that it does not hold the browser back.
      this.setState({ made }, () => location.assign(here(made.link)));
    }
  };

  later = () => {
    localStorage.setItem(LATER, "yes");
    this.props.done();
  };

  content() {
    const { busy, refused } = this.state;
    return h(
      Card,
      { id: "first-person", title: "Who are you?", aside: h("button", { type: "button", class: "quiet small", onClick: this.later }, "Not now") },
      h("p", null, "An API key has signed this browser in. Become the first person of this account: its owner, with a name and a password. The audit log then names you, and you can invite others."),
      h(Form, { inline: true, prefix: "first-", save: this.invite, refused, busy, label: "Continue", conflict: (message) => ["email", message + "."] }, (f) => [
        f.text("email", "Your e-mail address", { type: "email", required: true, maxLength: 254, spellcheck: false, autocomplete: "email" }),
      ]),
    );
  }
}
