// Members of the account: invited by a link, with a role each.
import { Badge, Card, Empty, Failure, Head, Table, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { Once } from "./locations.js";
import { ABOUT, ROLES, includes } from "./roles.js";
import { Form, Room } from "./room.js";
import { exact } from "./words.js";

const PATH = "/v1/accounts/me/members";
const POLICY = "/v1/accounts/me/sign-in-policy";

/** What becomes of a new link, by the words of the API. */
const SENT = {
  QUEUED: "Belfry sends it by mail. Should that not arrive, pass it on.",
  NOT_CONFIGURED: "Pass it on: this installation has no mail server.",
  LIMITED: "Pass it on: the account or the address has had its share of mails for a day.",
};

export class Members extends Room {
  every = 60;

  async read(signal) {
    const entries = [];
    let next = null;
    for (let part = 0; part < 12; part++) {
      const answer = await get(`${PATH}?limit=100${next ? "&nextId=" + next : ""}`, signal);
      entries.push(...answer.members);
      next = answer.nextId;
      if (!next) {
        break;
      }
    }
    return { entries, policy: await get(POLICY, signal) };
  }

  require = (secondFactorRequired) => this.act(() => send("PUT", POLICY, { secondFactorRequired }), secondFactorRequired ? "A second factor is required now." : "A second factor is no longer required.").then(() => this.load());

  invite = async (values, form) => {
    const made = await this.save(() => send("POST", PATH, { email: values.get("email").trim(), role: values.get("role") }), "The invitation is created.");
    if (made) {
      form.reset();
      this.setState({ made });
      this.load();
    }
  };

  change = (entry, role) => this.act(() => send("PATCH", `${PATH}/${entry.id}`, { role }), `${entry.name || entry.email} is ${ROLES[role]} now.`).then(() => this.load());

  remove = (entry) => this.act(() => send("DELETE", `${PATH}/${entry.id}`), entry.type === "invite" ? "The invitation is withdrawn." : `${entry.name} is removed.`).then((done) => done && this.load());

  content({ entries, policy }, { who }) {
    const administers = includes(who.role, "ADMIN");
    const { busy, refused, made } = this.state;
    return [
      h(Head, { title: "Members", under: "Persons who work in this account, with a role each." }),
      refused && !administers && h(Failure, { of: refused }),
      made && h(Once, { title: `Link for ${made.email}`, name: "the link", text: here(made.link), done: () => this.setState({ made: null }) }, h("p", { class: "soft" }, `${SENT[made.mail]} It works once, until ${exact(made.expiresAt)}.`)),
      administers &&
        h(
          Card,
          { id: "new", title: "Invite a person" },
          h(Form, { inline: true, save: this.invite, refused, busy, label: "Create link", conflict: (message) => ["email", message + "."] }, (f) => [
            f.text("email", "E-mail address", { type: "email", required: true, maxLength: 254, spellcheck: false }),
            f.select("role", "Role", offered(who)),
          ]),
        ),
      entries.length === 0
        ? h(Empty, null, "There are no members. API keys work without.")
        : h(Table, {
            caption: "Members",
            columns: [{ name: "Name" }, { name: "Role" }, { name: "Since", class: "wide" }, ...(administers ? [{ name: "Actions" }] : [])],
            rows: entries.map((entry) => ({
              key: entry.id,
              cells: [
                h(Who, { entry, you: entry.userId === who.user?.id }),
                this.role(entry, who),
                h(Time, { at: entry.createdAt }),
                administers && this.mayTouch(entry, who) && h(Ask, { what: entry.type === "invite" ? "Withdraw" : "Remove", tone: "small danger", question: entry.type === "invite" ? `Withdraw the invitation of ${entry.email}? Its link stops working.` : `Remove ${entry.name}? The sessions end within a second; keys that the person created stay.`, yes: () => this.remove(entry) }),
              ],
            })),
          }),
      h(Policy, { policy, who, lacking: entries.filter(({ mfaEnabled }) => mfaEnabled === false), change: this.require }),
      h(Card, { id: "roles", title: "Roles" }, h("dl", { class: "facts" }, ABOUT.map(([role, text]) => h("div", { key: role }, h("dt", null, role), h("dd", null, text))))),
    ];
  }

  /** Only owners touch owners. */
  mayTouch = (entry, who) => entry.role !== "OWNER" || who.role === "OWNER";

  role(entry, who) {
    if (!includes(who.role, "ADMIN") || !this.mayTouch(entry, who)) {
      return ROLES[entry.role];
    }
    return h(
      "select",
      { key: entry.role, "aria-label": `Role of ${entry.name || entry.email}`, value: entry.role, disabled: this.state.busy, onChange: (event) => this.change(entry, event.target.value) },
      offered(who).map(([role, word]) => h("option", { key: role, value: role, selected: role === entry.role }, word)),
    );
  }
}

/** The roles that a person or key may give. */
const offered = (who) => Object.entries(ROLES).filter(([role]) => role !== "OWNER" || who.role === "OWNER");

/** The link at the address that this browser uses. */
export function here(link) {
  const { pathname, hash } = new URL(link);
  return location.origin + pathname + hash;
}

/** What became of the mail with the link of an invitation. */
function Mail({ entry }) {
  if (entry.mailState !== "FAILED") {
    return h("span", { class: "soft" }, " ", { QUEUED: "mail is on its way", SENT: "mail sent", NOT_SENT: "no mail sent" }[entry.mailState]);
  }
  return [" ", h(Badge, { tone: "bad" }, "mail failed"), entry.mailProblem && h("p", { class: "soft" }, `${entry.mailProblem.replace(/\.$/, "")}. ${entry.mailRemedy}.`)];
}

/** Whether members need a second factor; owners change it. */
function Policy({ policy, who, lacking, change }) {
  const required = policy.secondFactorRequired;
  const owner = who.role === "OWNER" && who.user;
  const names = lacking.slice(0, 5).map((one) => one.name).join(", ") + (lacking.length > 5 ? ` and ${lacking.length - 5} more` : "");
  const consequence = "Members without one who signed in with a password cannot do anything in this account before they have set one up. Sessions over OpenID Connect and API keys go on.";
  return h(
    Card,
    { id: "sign-in-policy", title: "Second factor of members" },
    h("p", null, h(Badge, { tone: required ? "good" : undefined }, required ? "required" : "not required"), " ", required && consequence),
    lacking.length > 0 && h("p", { class: "soft" }, `Without a second factor: ${names}.`),
    owner && h(Ask, { key: String(required), what: required ? "Stop requiring it" : "Require it", tone: "small", question: required ? "Stop requiring a second factor? Those that are on stay on." : `Require a second factor of all members? ${consequence}`, yes: () => change(!required) }),
  );
}

function Who({ entry, you }) {
  if (entry.type === "invite") {
    return [entry.email, " ", h(Badge, { tone: entry.status === "PENDING" ? "info" : undefined }, entry.status === "PENDING" ? "invited" : "link expired"), h(Mail, { entry })];
  }
  return [entry.name, " ", you && h("span", { class: "badge info" }, "you"), entry.mfaEnabled && h(Badge, { tone: "good" }, "second factor"), h("span", { class: "soft" }, " ", entry.email)];
}
