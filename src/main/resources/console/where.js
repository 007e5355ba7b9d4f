// What people call the locations of runs: a region and a private location have a name beside their short name.
import { get } from "./api.js";

const names = new Map();

/** The name of a region. One that no instance was given by name says so, since this server then makes its runs. */
const region = (one) => (one.coverage === "ANY" ? `${one.region} (run by this server)` : `${one.name} (${one.region})`);

/** Keeps the names of regions and private locations, for `where`. */
export function keepLocations(regions, places) {
  regions.forEach((one) => names.set(one.region, region(one)));
  places.forEach(({ slugName, name }) => names.set(slugName, name));
}

/** Reads the names of the locations. Without them their short names are shown. */
export async function learnLocations(signal) {
  const [regions, places] = await Promise.all([get("/v1/locations", signal).catch(() => []), get("/v1/private-locations", signal).catch(() => [])]);
  keepLocations(regions, places);
}

/** The name of a location; `default` is that of monitors which name none. */
export const where = (id) => (id === "default" ? "this server" : names.get(id) || id);
