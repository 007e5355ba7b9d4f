// What browsers are called.
const BROWSERS = [[/Edg\//, "Edge"], [/Firefox\//, "Firefox"], [/Chrom(e|ium)\//, "Chrome"], [/Safari\//, "Safari"]];
const SYSTEMS = [[/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS X/, "macOS"], [/Linux/, "Linux"]];

/** A few words for what a browser says of itself. */
export function browser(agent) {
  const [, name] = BROWSERS.find(([one]) => one.test(agent)) || [];
  const [, system] = SYSTEMS.find(([one]) => one.test(agent)) || [];
  return [name, system].filter(Boolean).join(", ") || agent.slice(0, 60) || "Unknown";
}
