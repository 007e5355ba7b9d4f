// What people call the locations of runs: a private one has a name beside its short name.
import { get } from "./api.js";

const names = new Map();

/** Reads the names of the private locations. Without them their short names are shown. */
export async function learnLocations(signal) {
  const places = await get("/v1/private-locations", signal).catch(() => []);
  places.forEach(({ slugName, name }) => names.set(slugName, name));
}

/** The name of a location; `default` is that of monitors which name none. */
export const where = (id) => (id === "default" ? "this server" : names.get(id) || id);
