// The form for a new or existing team.
import { Link, h } from "./dom.js";
import { send, version } from "./api.js";
import { Area, Text, Ticks } from "./fields.js";
import { FormView } from "./form.js";
import { persons } from "./persons.js";
import { change } from "./room.js";

const MOST = 100;

export class TeamForm extends FormView {
  places = [
    [/^\/name/, () => ["name", "Name"]],
    [/^\/description/, () => ["description", "Description"]],
    [/^\/userIds/, () => ["userIds", "A member"]],
  ];

  async fetch(signal) {
    const { id } = this.props;
    const [edited, members] = await Promise.all([id ? version("/v1/teams/" + id, signal) : null, persons(signal)]);
    this.verb = edited ? "Save" : "Add team";
    return { edited, team: edited?.value, members };
  }

  initial({ team }) {
    return { name: team?.name ?? "", description: team?.description ?? "", userIds: (team?.members || []).map(({ userId }) => userId) };
  }

  problems({ name, userIds }) {
    return { ...(name.trim() ? {} : { name: "Enter a name." }), ...(userIds.length > MOST ? { userIds: `Choose at most ${MOST} members.` } : {}) };
  }

  save({ name, description, userIds }) {
    const team = this.edited?.value;
    const body = { name: name.trim(), description: description.trim() || null, userIds };
    return team ? change("/v1/teams/" + team.id, body, this.edited) : send("POST", "/v1/teams", body);
  }

  /** The service says of a taken name only that there is a conflict. */
  refuse(failure) {
    super.refuse(failure.status === 409 ? { ...failure, status: 400, fields: [{ path: "/name", message: "is that of another team" }] } : failure);
  }

  saved() {
    this.tell(this.state.data.team ? "The team is saved." : "The team is added. Add a channel that tells it.");
    this.props.go("/teams");
  }

  heading({ team }) {
    return team ? "Edit team" : "New team";
  }

  back() {
    return "/teams";
  }

  crumbs({ team }) {
    return h("p", { class: "crumbs" }, h(Link, { to: "/teams" }, "Teams"), team && [" / ", team.name]);
  }

  sections({ members }) {
    return h(
      "section",
      { class: "card", "aria-label": "Team" },
      h(Text, { form: this, name: "name", label: "Name", hint: "Shown in lists and in the form of a channel.", maxLength: 100 }),
      h(Area, { form: this, name: "description", label: "Description", hint: "Optional.", rows: 2, maxLength: 1000 }),
      h(Ticks, { form: this, name: "userIds", label: "Members", hint: "A person who leaves the account leaves the team.", options: members.map((one) => [one.id, one.name, `(${one.email})`]), none: ["The account has no members. ", h(Link, { to: "/members" }, "Invite persons")] }),
    );
  }
}
