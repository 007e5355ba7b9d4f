// The names of locations, and which of them a form offers.

/** Regions whose living instances were given them by name, and their names. */
export function offered(locations, places, chosen) {
  const regions = locations
    .filter((one) => one.coverage === "NAMED" || chosen.includes(one.region))
    .map((one) => [one.region, `${one.name} (${one.region})`, one.coverage === "NAMED" ? "" : one.coverage === "NONE" ? "no instance covers it" : "run by this server"]);
  return { regions, places: places.map((place) => [place.slugName, place.name, ""]) };
}
