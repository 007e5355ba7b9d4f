// Cards of a status page and the services on them: made, named, ordered and moved.
import { Component, Field, h } from "./dom.js";
import { counted } from "./words.js";


/** A list with one entry one place up or down. */
function moved(entries, at, by) {
  const others = entries.toSpliced(at, 1);
  return others.toSpliced(at + by, 0, entries[at]);
}

export class Cards extends Component {
  state = { told: "" };

  componentDidUpdate() {
    if (this.focus) {
      const wanted = this.focus.map((id) => document.getElementById(id)).find((one) => one && !one.disabled);
      this.focus = null;
      wanted?.focus();
    }
  }

  tell(told, ...focus) {
    this.focus = focus;
    this.setState({ told });
  }

  cards(work) {
    this.props.draw(({ cards }) => ({ cards: work(cards) }));
  }

  change(card, part) {
    this.cards((cards) => cards.map((other) => (other.key === card.key ? { ...other, ...part(other) } : other)));
  }

  moveCard(at, by) {
    const { cards } = this.props;
    if (at + by < 0 || at + by >= cards.length) {
      return;
    }
    const { key, name } = cards[at];
    this.cards((now) => moved(now, at, by));
    this.tell(`Card ${name} is now ${at + by + 1} of ${cards.length}.`, `card-${by < 0 ? "up" : "down"}-${key}`, `card-${by < 0 ? "down" : "up"}-${key}`);
  }

  moveService(card, at, by) {
    if (at + by < 0 || at + by >= card.services.length) {
      return;
    }
    const { id, name } = card.services[at];
    this.change(card, (now) => ({ services: moved(now.services, at, by) }));
    this.tell(`${name} is now ${at + by + 1} of ${card.services.length} on ${card.name}.`, `${by < 0 ? "up" : "down"}-${card.key}-${id}`, `${by < 0 ? "down" : "up"}-${card.key}-${id}`);
  }

  /** To another card, unless it shows the service already. */
  toCard(card, service, key) {
    const target = this.props.cards.find((other) => other.key === key);
    this.cards((cards) =>
      cards.map((other) => (other.key === card.key ? { ...other, services: other.services.filter(({ id }) => id !== service.id) } : other.key === key && !other.services.some(({ id }) => id === service.id) ? { ...other, services: [...other.services, service] } : other)),
    );
    this.tell(`${service.name} is now on ${target.name}.`, `on-${key}-${service.id}`);
  }

  addCard = () => {
    const key = "card" + Date.now();
    this.cards((cards) => [...cards, { id: null, key, name: "", services: [] }]);
    this.tell("A card is added.", "name-" + key);
  };

  removeCard(card, at) {
    const next = this.props.cards[at + 1] || this.props.cards[at - 1];
    this.cards((cards) => cards.filter((other) => other.key !== card.key));
    this.tell(`Card ${card.name} is removed.`, next ? "name-" + next.key : "add-card");
  }

  removeService(card, service) {
    this.change(card, (now) => ({ services: now.services.filter(({ id }) => id !== service.id) }));
    this.tell(`${service.name} is removed from ${card.name}.`, "new-" + card.key);
  }

  /** Shows a service that has the name, or creates one. */
  add = async (card) => {
    const input = document.getElementById("new-" + card.key);
    const name = input.value.trim();
    if (!name) {
      this.tell("Enter the name of a service.", "new-" + card.key);
      return;
    }
    const known = this.props.services.find((service) => service.name.toLowerCase() === name.toLowerCase());
    const service = known || (await this.props.create(name));
    if (!service) {
      return;
    }
    input.value = "";
    if (card.services.some(({ id }) => id === service.id)) {
      this.tell(`${service.name} is on this card already.`, "new-" + card.key);
      return;
    }
    this.change(card, (now) => ({ services: [...now.services, { id: service.id, name: service.name }] }));
    this.tell(`${service.name} is added to ${card.name}.`, "new-" + card.key);
  };

  /** Alt and an arrow move what has the focus. */
  keys = (move) => (event) => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      event.stopPropagation();
      move(event.key === "ArrowUp" ? -1 : 1);
    }
  };

  service(card, service, at) {
    const { cards } = this.props;
    return h(
      "li",
      { key: service.id, onKeyDown: this.keys((by) => this.moveService(card, at, by)) },
      h("span", { class: "name" }, service.name),
      cards.length > 1 &&
        h(
          "select",
          { id: `on-${card.key}-${service.id}`, "aria-label": `Card of ${service.name}`, value: card.key, onChange: (event) => this.toCard(card, service, event.target.value) },
          cards.map((other) => h("option", { key: other.key, value: other.key, selected: other.key === card.key }, other.name || "Card without a name")),
        ),
      h(Move, { id: `${card.key}-${service.id}`, name: service.name, at, last: card.services.length - 1, move: (by) => this.moveService(card, at, by) }),
      h("button", { type: "button", class: "quiet small", onClick: () => this.removeService(card, service) }, "Remove", h("span", { class: "hidden" }, " " + service.name)),
    );
  }

  render({ f, cards, services, busy }, { told }) {
    const wrong = cards.map((card, at) => f.message("card-" + at) || f.message(`cards/${at}/name`));
    return h(
      "div",
      { class: "board" },
      h("h2", null, "Cards"),
      h("p", { class: "hint soft" }, "Each card shows its services from top to bottom. Alt with ↑ or ↓ moves the card or service in focus."),
      h(
        "fieldset",
        null,
        h("legend", { class: "hidden" }, "Cards"),
        !wrong.some(Boolean) && f.message("cards") && h("p", { class: "field-error" }, f.message("cards")),
        h(
          "ol",
          { class: "board-cards" },
          cards.map((card, at) =>
            h(
              "li",
              { key: card.key, class: "board-card", onKeyDown: this.keys((by) => this.moveCard(at, by)) },
              h(
                "div",
                { class: "board-head" },
                h(Field, { label: `Card ${at + 1}`, id: "name-" + card.key, error: wrong[at] }, h("input", { id: "name-" + card.key, name: "card-" + at, "aria-invalid": wrong[at] ? "true" : undefined, "aria-describedby": wrong[at] ? `name-${card.key}-error` : undefined, defaultValue: card.name, required: true, maxLength: 255, autocomplete: "off", onInput: (event) => this.change(card, () => ({ name: event.target.value })) })),
                h(Move, { id: card.key, name: "card " + card.name, prefix: "card-", at, last: cards.length - 1, move: (by) => this.moveCard(at, by) }),
                h("button", { type: "button", class: "quiet small danger", onClick: () => this.removeCard(card, at) }, "Remove", h("span", { class: "hidden" }, " card " + card.name)),
              ),
              h("ol", { class: "board-services", "aria-label": `Services of ${card.name}` }, card.services.map((service, place) => this.service(card, service, place))),
              h("div", { class: "inline" }, h(Field, { label: "Add a service", id: "new-" + card.key }, h("input", { id: "new-" + card.key, list: "known-services", maxLength: 255, autocomplete: "off", placeholder: "Choose or name a new one", onKeyDown: (event) => event.key === "Enter" && (event.preventDefault(), this.add(card)) })), h("button", { type: "button", class: "quiet", disabled: busy, onClick: () => this.add(card) }, "Add", h("span", { class: "hidden" }, ` a service to ${card.name}`))),
            ),
          ),
        ),
      ),
      h("datalist", { id: "known-services" }, services.map((service) => h("option", { key: service.id, value: service.name }))),
      h("div", { class: "actions" }, h("button", { type: "button", id: "add-card", class: "quiet", disabled: cards.length >= 50, onClick: this.addCard }, "Add a card"), h("span", { class: "soft" }, counted(cards.length, "card"))),
      h("p", { class: "hidden", role: "status" }, told),
    );
  }
}

/** Two buttons that move something one place. */
function Move({ id, name, prefix = "", at, last, move }) {
  return h(
    "span",
    { class: "move" },
    h("button", { type: "button", id: `${prefix}up-${id}`, class: "quiet small", disabled: at === 0, "aria-label": `Move ${name} up`, onClick: () => move(-1) }, "↑"),
    h("button", { type: "button", id: `${prefix}down-${id}`, class: "quiet small", disabled: at === last, "aria-label": `Move ${name} down`, onClick: () => move(1) }, "↓"),
  );
}
