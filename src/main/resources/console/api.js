// The one way to the service: requests of Belfry's own API, and its events.
const HEADERS = { "X-Belfry-Console": "1" };

const ADVICE = {
  0: ["The service did not respond.", "Check the connection; this page retries automatically."],
  401: ["You are signed out.", "Sign in again to return to this page."],
  403: ["This key does not permit that.", "The key is read-only, or the resource belongs to another account."],
  404: ["Not found.", "It may have been deleted."],
  409: ["The current state does not allow this.", ""],
  412: ["It was changed since this page was loaded.", "Review it, then repeat your change."],
  429: ["Too many requests with this key.", ""],
  503: ["The service is busy, or its database is unavailable.", "This page retries shortly."],
};

/** A request that did not succeed, in words. */
export class Failed extends Error {
  constructor(status, body, retryAfter) {
    super(body?.message || "");
    const [title, advice] = ADVICE[status] || (status < 500 ? ["The request was refused.", ""] : ["The service failed.", "Its log has details."]);
    this.status = status;
    this.title = title;
    this.fields = body?.attributes?.errors || [];
    const said = this.fields.length === 0 && [400, 409, 422, 429].includes(status) ? (body?.message || "") + (body?.message ? "." : "") : "";
    const wait = retryAfter ? `Try again in ${retryAfter} s.` : "";
    this.detail = [said, advice, wait].filter(Boolean).join(" ");
  }
}

/** Told when the session is over. */
export const session = { lost: () => {} };

async function ask(method, path, body, signal) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      credentials: "same-origin",
      headers: body === undefined ? HEADERS : { ...HEADERS, "Content-Type": "application/json" },
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
    throw new Failed(answer.status, told, answer.headers.get("Retry-After"));
  }
  return answer;
}

/** The JSON of an answer. */
export async function get(path, signal) {
  return (await ask("GET", path, undefined, signal)).json();
}

/** One page of a page list, and how many entries there are on all. */
export async function page(path, signal) {
  const answer = await ask("GET", path, undefined, signal);
  const entries = await answer.json();
  return { entries, total: Number((answer.headers.get("content-range") || "/0").split("/")[1]) };
}

/** Something that changes; the JSON of the answer, null where it has none. */
export async function send(method, path, body) {
  const answer = await ask(method, path, body);
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

/**
 * Follows the account's events for good: lost streams are opened again, after ever longer pauses.
 * `hear` gets each event, `state` whether the stream is there.
 */
export function follow(hear, state) {
  let pause = 1000;
  let stopped = false;
  const aborting = new AbortController();

  async function once() {
    const answer = await ask("GET", "/v1/events", undefined, aborting.signal);
    state(true);
    pause = 1000;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      text += value;
      const frames = text.split("\n\n");
      text = frames.pop();
      frames.forEach(one);
    }
  }

  function one(frame) {
    const lines = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
    if (lines.event === "change") {
      hear(JSON.parse(lines.data));
    } else if (lines.event === "missed") {
      hear({ kind: "missed", ids: [] });
    }
  }

  (async () => {
    while (!stopped) {
      try {
        await once();
      } catch (failure) {
        if (failure.status === 401) {
          return;
        }
      }
      if (!stopped) {
        state(false);
        await new Promise((done) => setTimeout(done, pause * (0.75 + Math.random() / 2)));
        pause = Math.min(pause * 2, 30000);
      }
    }
  })();
  return () => {
    stopped = true;
    aborting.abort();
  };
}
