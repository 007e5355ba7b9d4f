// The sign-ins of the person who is signed in, and those that failed.
import { Badge, Card, Component, Failure, Table, Time, h } from "./dom.js";
import { get } from "./api.js";
import { browser } from "./browsers.js";
import { counted } from "./words.js";

const PATH = "/console/sign-ins";

const WAYS = {
  PASSWORD: "Password",
  SECOND_FACTOR: "Password and code",
  RECOVERY_CODE: "Password and recovery code",
  OPENID_CONNECT: "OpenID Connect",
  INVITATION: "Invitation",
  PASSWORD_LINK: "Link for a new password",
  SWITCH: "From another account",
  OTHER: "Other",
};

const OUTCOMES = {
  SUCCEEDED: ["good", "succeeded"],
  WRONG_PASSWORD: ["bad", "wrong password"],
  WRONG_CODE: ["bad", "wrong code"],
  NO_CODE: ["bad", "no code followed"],
  LOCKED_OUT: ["bad", "locked out"],
};

/** `current` is the id of the session that asks. */
export class SignIns extends Component {
  state = { entries: [] };

  componentDidMount() {
    this.load();
  }

  load = async () => {
    this.setState({ busy: true });
    try {
      const { next } = this.state;
      const part = await get(`${PATH}?limit=10${next ? "&nextId=" + next : ""}`);
      this.setState(({ entries }) => ({ entries: [...entries, ...part.entries], next: part.nextId, busy: false, failure: null }));
    } catch (failure) {
      this.setState({ failure, busy: false });
    }
  };

  session(one) {
    if (!one.sessionId) {
      return one.times > 1 ? counted(one.times, "attempt") : null;
    }
    return [one.accountName, " ", one.sessionId === this.props.current ? h(Badge, { tone: "good" }, "this session") : one.sessionInForce && h(Badge, { tone: "info" }, "in force")];
  }

  render(props, { entries, next, busy, failure }) {
    return h(
      Card,
      { id: "sign-ins", title: "Recent sign-ins" },
      h("p", { class: "soft" }, "If you do not recognise one that succeeded, or one that no code followed, change your password: that ends all other sessions."),
      failure && h(Failure, { of: failure }),
      h(Table, {
        caption: "Your sign-ins",
        columns: [{ name: "Time" }, { name: "Way" }, { name: "Outcome" }, { name: "From", class: "wide" }, { name: "Session", class: "wide" }],
        rows: entries.map((one) => ({
          key: one.id,
          cells: [
            h(Time, { at: one.lastAt }),
            WAYS[one.way],
            h(Badge, { tone: OUTCOMES[one.outcome][0] }, OUTCOMES[one.outcome][1]),
            [one.network || "many networks", " ", one.userAgent && h("span", { class: "soft" }, browser(one.userAgent))],
            this.session(one),
          ],
        })),
      }),
      next && h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", disabled: busy, onClick: this.load }, "Older sign-ins")),
    );
  }
}
