// The person who is signed in: what is set, accounts, sessions and the password.
import { Badge, Card, Empty, Head, Table, Time, h } from "./dom.js";
import { all, get, send } from "./api.js";
import { Ask } from "./ask.js";
import { browser } from "./browsers.js";
import { Preferences } from "./preferences.js";
import { Devices } from "./push.js";
import { ROLES } from "./roles.js";
import { Form, Room } from "./room.js";
import { SecondFactor } from "./second-factor.js";
import { SignIns } from "./sign-ins.js";
import { TextMessages } from "./text-messages.js";

export class Profile extends Room {
  every = 60;

  async read(signal) {
    const session = await get("/console/session", signal);
    if (!session.user) {
      return { session };
    }
    const [sessions, profile, teams] = await Promise.all([get("/console/sessions", signal), get("/console/person", signal), all("/v1/teams", signal)]);
    return { session, sessions, profile, teams: teams.filter(({ members }) => members.some(({ userId }) => userId === session.user.id)) };
  }

  work = (account) => this.act(() => send("PUT", "/console/session", { accountId: account.id })).then((done) => done && location.assign("/console"));

  end = (session) => this.act(() => send("DELETE", `/console/sessions/${session.id}`), "The session has ended.").then((done) => done && this.load());

  password = async (values, form) => {
    const done = await this.save(() => send("PUT", "/console/password", { current: values.get("current"), password: values.get("password") }).then(() => true), "The password is changed. Your other sessions have ended.");
    if (done) {
      form.reset();
      this.load();
    }
  };

  content({ session, sessions, profile, teams }) {
    const { busy, refused } = this.state;
    if (!session.user) {
      return [h(Head, { title: "Profile" }), h(Empty, null, "You are signed in with an API key. Only persons have a profile.")];
    }
    return [
      h(Head, { title: session.user.name, under: session.user.email }),
      h(Preferences, { key: "preferences", profile, changed: this.load }),
      h(
        Card,
        { id: "accounts", title: "Accounts" },
        h(Table, {
          caption: "Your accounts",
          columns: [{ name: "Name" }, { name: "Role" }, { name: "Actions" }],
          rows: session.accounts.map((account) => ({
            key: account.id,
            cells: [account.name || account.id, ROLES[account.role], account.id === session.accountId ? h(Badge, { tone: "good" }, "you work here") : h("button", { type: "button", class: "quiet small", disabled: busy, onClick: () => this.work(account) }, "Work here", h("span", { class: "hidden" }, `: ${account.name}`))],
          })),
        }),
      ),
      teams.length > 0 && h(Card, { id: "teams", title: "Teams" }, h("p", null, `You are in ${teams.map(({ name }) => name).join(", ")}. Alerts to a team reach you as those to you do.`)),
      h(
        Card,
        { id: "sessions", title: "Sessions" },
        h(Table, {
          caption: "Your sessions",
          columns: [{ name: "Browser" }, { name: "Network", class: "wide" }, { name: "Last seen" }, { name: "Actions" }],
          rows: sessions.map((one) => ({
            key: one.id,
            cells: [
              [browser(one.userAgent), " ", h("span", { class: "soft" }, one.accountName)],
              one.network,
              h(Time, { at: one.seenAt }),
              one.current ? h(Badge, { tone: "good" }, "this one") : h(Ask, { what: "End", tone: "small danger", question: `End the session in ${browser(one.userAgent)}? It loses access within a second.`, yes: () => this.end(one) }),
            ],
          })),
        }),
      ),
      h(SignIns, { key: "sign-ins", current: session.keyId }),
      h(
        Card,
        { id: "new-password", title: "Password" },
        h(Form, { bare: true, save: this.password, refused, busy, label: "Change password" }, (f) => [
          f.text("current", "Current password", { type: "password", autocomplete: "current-password", required: true, maxLength: 200, "data-secret": "" }),
          f.text("password", "New password", { type: "password", autocomplete: "new-password", required: true, minLength: 10, maxLength: 200, "data-secret": "", hint: "At least 10 characters." }),
        ]),
      ),
      h(Devices, { key: "devices" }),
      h(TextMessages, { key: "text-messages" }),
      h(SecondFactor, { key: "second-factor", user: session.user, changed: this.load }),
    ];
  }
}
