// What a person may do in an account, as the API says it and as people read it.
export const ROLES = { READ_ONLY: "Viewer", READ_RUN: "Responder", READ_WRITE: "Editor", ADMIN: "Admin", OWNER: "Owner" };

export const ABOUT = [
  ["Viewer", "sees everything but keys and the audit log."],
  ["Responder", "also handles alerts and incidents."],
  ["Editor", "also changes monitors, channels and pages."],
  ["Admin", "also manages members and keys, and reads the audit log."],
  ["Owner", "also makes other owners."],
];

const RANKS = Object.keys(ROLES);

/** Whether a role may do what another may. */
export const includes = (role, least) => RANKS.indexOf(role) >= RANKS.indexOf(least);

/** Places that responders may change. */
const RESPONDS = /^\/(alerts|incidents)(\/|$)/;

/** Whether the caller may change what a page shows. */
export const changes = (who, path) => includes(who.role, RESPONDS.test(path) ? "READ_RUN" : "READ_WRITE");

/** Whether the caller may open a place of the menu; keys of programs read everything. */
export function opens(who, path) {
  if (path === "/profile") {
    return Boolean(who.user);
  }
  return !who.user || includes(who.role, "ADMIN") || !["/keys", "/audit"].includes(path);
}
