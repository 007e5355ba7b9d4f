// Whom a channel of type MEMBER is for, in the form of a channel: a person or a team.
import { Select } from "./fields.js";
import { h } from "./dom.js";

const WHOM = [["person", "Person"], ["team", "Team"]];
const HINT = "Gets a notification on each device that the person has registered in the profile, and a text message or an e-mail when no device takes it.";
const TEAM_HINT = "Each member gets a notification on each own device, or else a text message or an e-mail. Members within their quiet hours are left out while another is outside.";

/** The member of the configuration that names it. */
export const whomOf = (values) => (values.whom === "team" ? "teamId" : "userId");

export function memberValues(channel) {
  return { whom: channel?.config.teamId ? "team" : "person" };
}

export function memberProblems(values) {
  const name = whomOf(values);
  return values[name] ? {} : { [name]: `Choose a ${values.whom}.` };
}

/** The name of the channel: that of whom it is for. */
export function memberName(values, { members, teams, channel }) {
  const one = (values.whom === "team" ? teams : members).find(({ id }) => id === values[whomOf(values)]);
  return one?.name ?? channel?.config.name;
}

/** A person who has left stays chosen. */
export function Whom({ form, members, teams, channel }) {
  const team = form.value("whom") === "team";
  const chosen = form.value("userId");
  const left = chosen && !members.some(({ id }) => id === chosen) ? [[chosen, `${channel?.config.name || "A person"} (no longer a member)`]] : [];
  return [
    h(Select, { form, name: "whom", label: "Tells", options: WHOM }),
    team
      ? h(Select, { key: "team", form, name: "teamId", label: "Team", hint: teams.length > 0 ? TEAM_HINT : "There are no teams yet. Add one on the page Teams.", options: [["", "Choose a team"], ...teams.map(({ id, name }) => [id, name])] })
      : h(Select, { key: "person", form, name: "userId", label: "Person", hint: HINT, options: [["", "Choose a person"], ...left, ...members.map((one) => [one.id, `${one.name} (${one.email})`])] }),
  ];
}
