// A sign-in link: what follows the # is sent once, and then is gone from the address.
import { send } from "./api.js";

const ENTER = /^\/console\/enter\/?$/;

/** Signs in with the link that led here, if one did. Answers what to say when it did not work. */
export async function enter() {
  if (!ENTER.test(location.pathname)) {
    return null;
  }
  const ticket = location.hash.slice(1);
  history.replaceState(null, "", "/console");
  if (!ticket) {
    return null;
  }
  try {
    await send("POST", "/console/session", { ticket });
    return null;
  } catch (failure) {
    return failure.status === 401 || failure.status === 400
      ? "This link has been used or has expired. Sign in with an API key, or restart Belfry for a new link."
      : failure.title + " " + failure.detail;
  }
}
