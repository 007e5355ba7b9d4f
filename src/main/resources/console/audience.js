// The recipients of an update, shown before it is posted.
import { Component, h } from "./dom.js";
import { get, query } from "./api.js";
import { numeral } from "./reader.js";

export class Audience extends Component {
  componentDidMount() {
    this.look();
  }

  componentDidUpdate(before) {
    if (before.services.join() !== this.props.services.join()) {
      this.look();
    }
  }

  componentWillUnmount() {
    this.gone = true;
  }

  look = async () => {
    const asked = this.props.services.join();
    const [answer, types] = await Promise.all([get("/v1/incident-audience" + query({ serviceId: this.props.services })), get("/v1/alert-channel-types")]).catch(() => []);
    if (!this.gone && asked === this.props.services.join()) {
      this.setState({ answer, asked, mail: types?.find((one) => one.type === "EMAIL") });
    }
  };

  render({ services, notify }, { answer, asked, mail }) {
    const fresh = answer && asked === services.join();
    return h(
      "div",
      { class: "audience", role: "status" },
      h("strong", null, "Recipients: "),
      !notify
        ? "no messages; the status pages show the update."
        : services.length === 0
          ? "choose a service first."
          : !fresh
            ? "counting…"
            : answer.subscribers === 0
              ? "no subscribers on pages that show these services."
              : [
                  `${numeral(answer.subscribers)} confirmed ${answer.subscribers === 1 ? "subscriber" : "subscribers"} `,
                  "of ",
                  answer.pages.map((page, at) => [at > 0 && ", ", `${page.name} (${numeral(page.subscribers)})`]),
                  ".",
                ],
      notify && fresh && answer.subscribers > 0 && !mail.canSend && h("p", { class: "soft" }, `Those with an e-mail address receive nothing: ${mail.reason}.`),
      notify && fresh && answer.pages.length > 1 && h("p", { class: "soft" }, "A subscriber of several pages receives one message."),
    );
  }
}
