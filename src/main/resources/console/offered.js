// Which locations a form offers, with their names.
import { keepLocations, where } from "./where.js";

/** Regions whose living instances were given them by name, and those that are chosen already. */
export function offered(locations, places, chosen) {
  keepLocations(locations, places);
  const regions = locations
    .filter((one) => one.coverage === "NAMED" || chosen.includes(one.region))
    .map((one) => [one.region, where(one.region), one.coverage === "NONE" ? "no instance covers it" : ""]);
  return { regions, places: places.map((place) => [place.slugName, place.name, ""]) };
}
