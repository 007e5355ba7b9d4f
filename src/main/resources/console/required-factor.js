// What a person sees whose account requires a second factor that the person does not have.
import { Card, Component, h } from "./dom.js";
import { get, send } from "./api.js";
import { SecondFactor } from "./second-factor.js";

/** `who` is the session; `done` begins anew when it may go on, `leave` signs out. */
export class RequiredFactor extends Component {
  state = { who: this.props.who };

  /** Reads what the session may do now; recovery codes stay on the page until the person goes on. */
  load = async () => this.setState({ who: await get("/console/session").catch(() => this.state.who) });

  work = (account) => send("PUT", "/console/session", { accountId: account.id }).then(this.props.done, this.load);

  render({ done, leave }, { who }) {
    const { user, accounts, accountId } = who;
    const name = accounts.find(({ id }) => id === accountId)?.name || "This account";
    const others = accounts.filter(({ id }) => id !== accountId);
    return [
      h("h1", { tabIndex: -1 }, "Set up a second factor"),
      h("p", null, user.secondFactor ? "Your second factor is on. Keep the recovery codes, then go on." : `${name} requires a second factor of its members. Until you have one, you cannot do anything else there. Sessions over OpenID Connect need none.`),
      h(SecondFactor, { key: "second-factor", user, changed: this.load }),
      h(
        "div",
        { class: "actions" },
        user.secondFactor && h("button", { type: "button", onClick: done }, "Go on"),
        h("button", { type: "button", class: "quiet", "data-leaves": "", onClick: leave }, "Sign out"),
      ),
      others.length > 0 &&
        h(
          Card,
          { id: "other-accounts", title: "Your other accounts" },
          h("div", { class: "actions" }, others.map((account) => h("button", { key: account.id, type: "button", class: "quiet", onClick: () => this.work(account) }, `Work in ${account.name || account.id}`))),
        ),
    ];
  }
}
