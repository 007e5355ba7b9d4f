// Overrides of a rotation: who takes over from when until when, and the form for one more.
import { Card, Component, Empty, h } from "./dom.js";
import { session } from "./api.js";
import { reader } from "./reader.js";
import { Form, optional } from "./room.js";
import { exact } from "./words.js";
import { fromInput, stretch } from "./windows.js";

const moment = (text) => fromInput(text, reader.zone).toISOString();

/** `add` sends a body and `remove` an override; both are missing for persons who may only read. */
export class Overrides extends Component {
  save = async (form, element) => {
    const from = optional(form.get("from"));
    const done = await this.props.add({ userId: form.get("userId"), ...(from && { from: moment(from) }), to: moment(form.get("to")) });
    if (done) {
      element.elements.from.value = "";
      element.elements.to.value = "";
    }
  };

  faults(form) {
    const from = optional(form.get("from"));
    const to = moment(form.get("to"));
    return to <= new Date().toISOString() ? { to: "Enter a time in the future." } : from && moment(from) >= to ? { from: "The begin must be before the end." } : {};
  }

  render({ schedule, members, add, remove, busy, refused }) {
    const { overrides } = schedule;
    return h(
      Card,
      { id: "overrides", title: "Overrides" },
      overrides.length === 0
        ? h(Empty, null, "Nobody takes over from the rotation.")
        : h(
            "ul",
            { class: "rows" },
            overrides.map((one) =>
              h(
                "li",
                { key: one.id },
                h("div", { class: "grow" }, one.name ?? "A former member", h("span", { class: "soft" }, " ", stretch(one.from, one.to, reader.zone), !one.name && ": has no effect")),
                remove && h("button", { type: "button", class: "quiet small", disabled: busy, onClick: () => remove(one) }, "Remove", h("span", { class: "hidden" }, ` override of ${one.name ?? "a former member"} from ${exact(one.from)}`)),
              ),
            ),
          ),
      add &&
        h(Form, { prefix: "override-", bare: true, save: this.save, faults: this.faults, refused, busy, label: "Take over" }, (f) => [
          h(
            "div",
            { class: "side" },
            f.select("userId", "Person", [["", "Choose a person"], ...members.map((one) => [one.id, one.name])], { value: members.some(({ id }) => id === session.user?.id) ? session.user.id : "", required: true, hint: "On call in place of the rotation." }),
            f.text("from", "From", { type: "datetime-local", hint: "Empty: from now on." }),
            f.text("to", "Until", { type: "datetime-local", required: true, hint: `In ${reader.zone}.` }),
          ),
        ]),
    );
  }
}
