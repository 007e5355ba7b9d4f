// The account's events: one stream for all tabs of a browser, which opens few connections to a host.
import { open } from "./api.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;

/** Whether tabs can share a stream. Browsers offer locks only to pages that came over TLS or from the machine itself. */
export const SHARED = "locks" in navigator;

/**
 * Follows the events of a session until the returned function is called. The tab that holds the
 * lock reads the stream and passes each event on to the others; lost streams are opened again,
 * after ever longer pauses. `hear` gets each event, `state` whether the stream is there.
 */
export function follow(session, hear, state) {
  const name = "belfry.events." + session;
  const leaving = new AbortController();
  const tabs = new BroadcastChannel(name);
  let leads = false;
  let there;
  let current = false;

  const tell = (now) => {
    there = now;
    state(now);
    tabs.postMessage({ there });
  };

  /** A view that has just been read needs no second reading because the first stream begins. */
  const pass = (event) => {
    if (event.kind !== "missed" || current) {
      hear(event);
    }
    current = true;
    tabs.postMessage({ event });
  };

  tabs.onmessage = ({ data }) => {
    if (leads) {
      if (data.asks && there !== undefined) {
        tabs.postMessage({ there });
      }
    } else if (data.event) {
      hear(data.event);
    } else if (data.there !== undefined) {
      current = true;
      state(data.there);
    }
  };

  async function lead() {
    leads = true;
    let pause = FIRST_PAUSE;
    while (!leaving.signal.aborted) {
      try {
        await frames(leaving.signal, () => {
          pause = FIRST_PAUSE;
          tell(true);
        }, pass);
      } catch (failure) {
        if (failure.status === 401) {
          return;
        }
      }
      if (!leaving.signal.aborted) {
        tell(false);
        await rest(pause * (0.75 + Math.random() / 2), leaving.signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  tabs.postMessage({ asks: true });
  const led = SHARED ? navigator.locks.request(name, { signal: leaving.signal }, lead) : lead();
  led.catch(() => {}); // The wait for the lock was given up.
  return () => {
    leaving.abort();
    tabs.close();
  };
}

/** Reads one stream to its end. */
async function frames(signal, opened, pass) {
  const answer = await open("/v1/events", signal);
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) {
      return;
    }
    text += value;
    const whole = text.split("\n\n");
    text = whole.pop();
    whole.map(event).filter(Boolean).forEach(pass);
  }
}

function event(frame) {
  const lines = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
  return lines.event === "change" ? JSON.parse(lines.data) : lines.event === "missed" && { kind: "missed", ids: [] };
}

function rest(millis, signal) {
  return new Promise((done) => {
    setTimeout(done, millis);
    signal.addEventListener("abort", done, { once: true });
  });
}
