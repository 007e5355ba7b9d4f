// A second factor of the person who is signed in: codes of an app, and recovery codes.
import { Badge, Card, Component, Copyable, h } from "./dom.js";
import { send } from "./api.js";
import { Once } from "./locations.js";
import { Form } from "./room.js";
import { counted } from "./words.js";
import { notice } from "./view.js";

const PATH = "/console/second-factor";
const SECRET = { required: true, "data-secret": "" };

/** `user` is that of the session; `changed` reads it again. */
export class SecondFactor extends Component {
  /** Failures stand beside the form. */
  save = async (work, then, done) => {
    this.setState({ busy: true, refused: null });
    try {
      const answer = await work();
      if (done) {
        notice.show(done);
      }
      this.setState({ busy: false, begun: null, want: null, ...then(answer) });
      this.props.changed();
    } catch (refused) {
      this.setState({ busy: false, refused });
    }
  };

  begin = (values) => this.save(() => send("POST", PATH, { password: values.get("password") }), (begun) => ({ begun }));

  confirm = (values) => this.save(() => send("POST", PATH + "/confirmation", { code: values.get("code") }), ({ recoveryCodes }) => ({ codes: recoveryCodes }), "The second factor is on.");

  proof = (values) => ({ password: values.get("password"), code: values.get("code") });

  remove = (values) => this.save(() => send("POST", PATH + "/removal", this.proof(values)), () => ({ codes: null }), "The second factor is off.");

  renew = (values) => this.save(() => send("POST", "/console/recovery-codes", this.proof(values)), ({ recoveryCodes }) => ({ codes: recoveryCodes }), "The old recovery codes no longer work.");

  leave = () => this.setState({ begun: null, want: null, refused: null });

  form(key, label, save, fields, cancel) {
    const { refused, busy } = this.state;
    return h(Form, { key, bare: true, prefix: "factor-", save, refused, busy, label, cancel }, (f) => [
      fields.includes("password") && f.text("password", "Your password", { ...SECRET, type: "password", autocomplete: "current-password", maxLength: 200 }),
      fields.includes("code") && f.text("code", "Code", { ...SECRET, autocomplete: "one-time-code", spellcheck: false, maxLength: 40, hint: key === "confirm" ? "Six digits that the app shows now." : "Of the app, or a recovery code." }),
    ]);
  }

  setUp({ secret, qrCode }) {
    return [
      h("p", null, "Scan the code with an authenticator app, or type the secret into it. Then enter the code that the app shows, within 15 minutes."),
      h("img", { class: "qr", src: "data:image/svg+xml," + encodeURIComponent(qrCode), alt: "QR code of the secret" }),
      h(Copyable, { label: "the secret", text: secret }),
      this.form("confirm", "Turn on", this.confirm, ["code"], this.leave),
    ];
  }

  inForce(left) {
    const { want } = this.state;
    return [
      h("p", null, h(Badge, { tone: "good" }, "on"), ` Signing in with the password asks for a code. ${counted(left, "recovery code")} left.`),
      want === "off" && this.form("off", "Turn off", this.remove, ["password", "code"], this.leave),
      want === "codes" && this.form("codes", "Make new codes", this.renew, ["password", "code"], this.leave),
      !want &&
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet", onClick: () => this.setState({ want: "codes" }) }, "New recovery codes"),
          h("button", { type: "button", class: "quiet danger", onClick: () => this.setState({ want: "off" }) }, "Turn off"),
        ),
    ];
  }

  render({ user }, { begun, codes }) {
    return [
      codes && h(Once, { title: "Recovery codes", name: "the recovery codes", text: codes.join("\n"), done: () => this.setState({ codes: null }) }, h("p", { class: "soft" }, "Each stands for a code of the app once. Keep them where you can reach them without the device.")),
      h(
        Card,
        { id: "second-factor", title: "Second factor" },
        begun
          ? this.setUp(begun)
          : user.secondFactor
            ? this.inForce(user.recoveryCodesLeft)
            : [h("p", null, "With a second factor, signing in with the password also asks for a code of an app on your phone."), this.form("begin", "Set up", this.begin, ["password"])],
      ),
    ];
  }
}
