// How the person who is signed in reads times and numbers: as the profile says, else as the browser.
const BROWSER = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", language: undefined };

/** The zone that times are shown in, and the language by which they are written. */
export const reader = { ...BROWSER };

/** The zone of the browser. */
export const BROWSER_ZONE = BROWSER.zone;

// Making a format takes a hundred times as long as using it.
const formats = new Map();

function known(options) {
  try {
    new Intl.DateTimeFormat(options.locale, options);
    return true;
  } catch {
    return false;
  }
}

/** Takes what a person has set; a name that this browser does not know counts as not set. */
export function choose(user) {
  reader.zone = user?.timeZone && known({ timeZone: user.timeZone }) ? user.timeZone : BROWSER.zone;
  reader.language = user?.language && known({ locale: user.language }) ? user.language : undefined;
  formats.clear();
}

/** A format of times; `options` are those of the browser. */
export function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat(reader.language, { timeZone: reader.zone, ...options }));
  }
  return formats.get(key);
}

/** A number with its separators. */
export const numeral = (number) => number.toLocaleString(reader.language);
