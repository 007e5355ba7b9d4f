// The one way to the service: requests of Belfry's own API.
const HEADERS = { "X-Belfry-Console": "1" };

const ADVICE = {
  0: ["The service did not respond.", "Check the connection; this page retries automatically."],
  401: ["You are signed out.", "Sign in again to return to this page."],
  403: ["You are not permitted to do that.", "Your role or key is too limited, or the resource belongs to another account."],
  404: ["Not found.", "It may have been deleted."],
  409: ["The current state does not allow this.", ""],
  412: ["It was changed since this page was loaded.", "Review it, then repeat your change."],
  429: ["Too many requests.", ""],
  503: ["The service is busy, or its database is unavailable.", "This page retries shortly."],
};

/** A request that did not succeed, in words. */
export class Failed extends Error {
  constructor(status, body, retryAfter) {
    super(body?.message || "");
    this.retryAfter = Number(retryAfter) || 0;
    const [title, advice] = ADVICE[status] || (status < 500 ? ["The request was refused.", ""] : ["The service failed.", "Its log has details."]);
    this.status = status;
    this.title = title;
    this.fields = body?.attributes?.errors || [];
    this.obstacles = body?.attributes?.obstacles || [];
    // REQUIRED or WRONG where the password is right and a code is asked for.
    this.secondFactor = body?.attributes?.secondFactor;
    // SECOND_FACTOR_REQUIRED where the session has to set up a second factor first.
    this.code = body?.code;
    const said = this.fields.length === 0 && [400, 409, 422, 429].includes(status) ? (body?.message || "") + (body?.message ? "." : "") : "";
    const wait = retryAfter ? `Try again in ${retryAfter} s.` : "";
    this.detail = [said, advice, wait].filter(Boolean).join(" ");
  }
}

/**
 * The account and person that are signed in (no person for a key), and what is told when the session
 * is over, has to set up a second factor first, or the person changed.
 */
export const session = { account: undefined, user: null, lost: () => {}, restricted: () => {}, changed: () => {} };

async function ask(method, path, body, signal, etag) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      credentials: "same-origin",
      headers: { ...HEADERS, ...(body !== undefined && { "Content-Type": "application/json" }), ...(etag && { "If-Match": etag }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (failure) {
    throw failure.name === "AbortError" ? failure : new Failed(0);
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => null);
    if (answer.status === 401 && path !== "/console/session") {
      session.lost();
    }
    const failed = new Failed(answer.status, told, answer.headers.get("Retry-After"));
    if (failed.code === "SECOND_FACTOR_REQUIRED") {
      session.restricted();
    }
    throw failed;
  }
  return answer;
}

/** An answer that goes on until `signal` ends it. */
export function open(path, signal) {
  return ask("GET", path, undefined, signal);
}

/** The JSON of an answer. */
export async function get(path, signal) {
  return (await ask("GET", path, undefined, signal)).json();
}

/** The JSON of an answer, and the ETag that a later change of it names. */
export async function version(path, signal) {
  const answer = await ask("GET", path, undefined, signal);
  return { value: await answer.json(), etag: answer.headers.get("etag") };
}

/** One page of a page list, and how many entries there are on all. */
export async function page(path, signal) {
  const answer = await ask("GET", path, undefined, signal);
  const entries = await answer.json();
  return { entries, total: Number((answer.headers.get("content-range") || "/0").split("/")[1]) };
}

/** All entries of a page list, at most ten pages of them, and how many there are. */
export async function entries(path, signal) {
  const address = (number) => `${path}${path.includes("?") ? "&" : "?"}limit=100&page=${number}`;
  const first = await page(address(1), signal);
  const last = Math.min(10, Math.ceil(first.total / 100));
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, at) => page(address(at + 2), signal)));
  return { entries: [...first.entries, ...others.flatMap((one) => one.entries)], total: first.total };
}

/** The same without their number. */
export async function all(path, signal) {
  return (await entries(path, signal)).entries;
}

/**
 * Something that changes; the JSON of the answer, null where it has none. With an ETag it changes
 * only that version.
 */
export async function send(method, path, body, etag) {
  const answer = await ask(method, path, body, undefined, etag);
  return answer.status === 204 ? null : answer.json();
}

/** A query string of what is given. */
export function query(values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") {
        search.append(name, one);
      }
    }
  }
  const text = search.toString();
  return text ? "?" + text : "";
}
