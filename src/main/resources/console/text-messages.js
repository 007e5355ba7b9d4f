// Text messages to the person who is signed in: the phone number, its code, and when they are sent.
import { Badge, Card, Component, Failure, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { Form } from "./room.js";
import { notice } from "./view.js";

const PATH = "/console/person/phone";
const USES = [["FALLBACK", "When no device takes the alert"], ["FAILURES", "With each failure, too"], ["NEVER", "Never"]];

/** So often what became of a code is read while it waits for the gateway. */
const LOOK_AGAIN = 2000;

const STATES = {
  QUEUED: (number) => `A code is on its way to ${number}.`,
  SENT: (number) => `A code was sent to ${number}.`,
  FAILED: (number) => `The code could not be sent to ${number}. Check the number, or ask the operator about the gateway.`,
};

export class TextMessages extends Component {
  state = { phone: null };

  componentDidMount() {
    this.load();
  }

  componentWillUnmount() {
    this.gone = true;
    clearTimeout(this.later);
  }

  load = () =>
    get(PATH).then(this.read, (lost) => this.setState({ lost }));

  read = (phone) => {
    clearTimeout(this.later);
    if (!this.gone) {
      this.setState({ phone, lost: null });
      if (phone.change?.state === "QUEUED") {
        this.later = setTimeout(this.load, LOOK_AGAIN);
      }
    }
  };

  /** Failures stand beside the form that they are of. */
  save = async (what, work, done) => {
    this.setState({ busy: what, refused: null });
    try {
      const phone = await work();
      this.setState({ busy: null, asks: false });
      if (done) {
        notice.show(done);
      }
      await (phone ? this.read(phone) : this.load());
    } catch (refused) {
      this.setState({ busy: null, refused, failed: what });
    }
  };

  request = (values) => this.save("number", () => send("POST", PATH + "/codes", { number: values.get("number") }));

  confirm = (values) => this.save("code", () => send("POST", PATH + "/confirmation", { code: values.get("code") }), "The number is confirmed.");

  choose = (values) => this.save("use", () => send("PATCH", PATH, { use: values.get("use") }), "Your choice is saved.");

  remove = () => this.save("removal", () => send("DELETE", PATH), "The number is removed.");

  form(what, save, label, fields, cancel) {
    const { busy, refused, failed } = this.state;
    return h(Form, { key: what, bare: true, prefix: `phone-${what}-`, save, label, cancel, busy: busy === what, disabled: Boolean(busy), refused: failed === what ? refused : null }, fields);
  }

  known({ number, use, hindrance, lastSuccessAt, failures }) {
    const [tone, word] = hindrance ? ["warn", "no messages"] : use === "NEVER" ? ["", "off"] : ["good", "on"];
    return [
      h("p", null, h(Badge, { tone }, word), " ", h("strong", null, number)),
      hindrance && h("p", { class: "hint" }, hindrance + "."),
      h("p", { class: "soft" }, lastSuccessAt ? ["Last message ", h(Time, { at: lastSuccessAt }), "."] : "No message yet. Send a test from a channel of type Member.", failures > 0 && [" ", h(Badge, { tone: "warn" }, `${failures} failed since`)]),
      this.form("use", this.choose, "Save choice", (f) => f.select("use", "Send text messages", USES, { value: use })),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "quiet", onClick: () => this.setState({ asks: true }) }, "Change number"),
        h(Ask, { what: "Remove number", tone: "danger", question: "Remove the number? It gets no more alerts.", yes: this.remove }),
      ),
    ];
  }

  code({ number, state, expiresAt }) {
    return [
      h("p", { role: "status" }, STATES[state](number), state !== "FAILED" && [" It expires ", h(Time, { at: expiresAt })]),
      state !== "FAILED" && this.form("code", this.confirm, "Confirm number", (f) => f.text("code", "Code of the message", { required: true, "data-secret": "", inputmode: "numeric", autocomplete: "one-time-code", spellcheck: false, maxLength: 40, hint: "Six digits." })),
      h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onClick: () => this.setState({ asks: true }) }, "Use another number")),
    ];
  }

  number() {
    const { number, hindrance } = this.state.phone;
    const stop = number || this.state.phone.change ? () => this.setState({ asks: false, refused: null }) : undefined;
    return this.form("number", this.request, "Send code", (f) => f.text("number", "Phone number", { value: hindrance && number, type: "tel", required: true, "data-secret": "", autocomplete: "tel", maxLength: 40, placeholder: "+4915112345678", hint: "With country code. A code is sent to it by text message." }), stop);
  }

  content(phone) {
    if (!phone.number && !phone.change && phone.hindrance) {
      return h("p", { class: "hint" }, phone.hindrance + ".");
    }
    const asks = this.state.asks || (!phone.number && !phone.change);
    return [phone.number && this.known(phone), !asks && phone.change && this.code(phone.change), asks && this.number()];
  }

  render(_, { phone, lost, refused, failed }) {
    const problem = lost || (failed === "removal" && refused);
    return h(
      Card,
      { id: "text-messages", title: "Text messages" },
      h("p", null, "Alert channels of type Member can reach you by text message, too. Only you see the number."),
      problem && h(Failure, { of: problem }),
      phone && this.content(phone),
    );
  }
}
