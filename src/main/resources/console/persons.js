// The persons who are members of the account.
import { get } from "./api.js";

const MOST_PAGES = 12;

/** All of them, without invitations. */
export async function persons(signal) {
  const found = [];
  let next = "";
  for (let part = 0; part < MOST_PAGES && next !== null; part++) {
    const answer = await get(`/v1/accounts/me/members?type=member&limit=100${next && "&nextId=" + next}`, signal);
    found.push(...answer.members);
    next = answer.nextId;
  }
  return found;
}
