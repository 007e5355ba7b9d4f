// Changes of several monitors at once: one request for each, with progress and an error for each that fails.
import { Ask } from "./ask.js";
import { Component, h } from "./dom.js";
import { get, send } from "./api.js";
import { pathOf } from "./check-types.js";
import { notice } from "./view.js";
import { counted } from "./words.js";

const AT_ONCE = 4;
const TRIES = 3;
const LONGEST_WAIT_SECONDS = 60;

const put = (body) => (id, type) => send("PUT", pathOf(type, id), body);

const ACTIONS = [
  { name: "Run now", past: "started", work: (id) => send("POST", "/v2/check-sessions/trigger", { target: { checkId: id } }) },
  { name: "Pause", past: "paused", work: put({ activated: false }) },
  { name: "Resume", past: "resumed", work: put({ activated: true }) },
  { name: "Mute", past: "muted", work: put({ muted: true }) },
  { name: "Unmute", past: "unmuted", work: put({ muted: false }) },
];
const DELETE = { name: "Delete", past: "deleted", work: (id) => send("DELETE", `/v1/checks/${id}`) };

function tagging(tag) {
  return {
    name: "Add tag",
    past: "tagged",
    work: async (id, type) => {
      const { tags } = await get(`/v1/checks/${id}`);
      return tags.includes(tag) ? null : send("PUT", pathOf(type, id), { tags: [...tags, tag] });
    },
  };
}

/** A request that the limit of the key refuses is sent again when it may be. */
async function patiently(work, going) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (failure) {
      if (failure.status !== 429 || attempt === TRIES || !going()) {
        throw failure;
      }
      await new Promise((done) => setTimeout(done, Math.min(failure.retryAfter || 1, LONGEST_WAIT_SECONDS) * 1000));
    }
  }
}

/**
 * What can be done with the `chosen` ids, whose types are a map. `ended` gets the errors by id when all are through; `choose`
 * changes the choice.
 */
export class Bulk extends Component {
  state = {};

  componentWillUnmount() {
    this.stopped = true;
  }

  do = async (action) => {
    const ids = [...this.props.chosen];
    const waiting = [...ids];
    const errors = new Map();
    this.stopped = false;
    let ended = 0;
    this.setState({ action, ended, all: ids.length });
    const worker = async () => {
      while (waiting.length > 0 && !this.stopped) {
        const id = waiting.shift();
        await patiently(() => action.work(id, this.props.types.get(id)), () => !this.stopped).catch((failure) => errors.set(id, `${action.name} failed. ${failure.title} ${failure.detail}`));
        ended++;
        this.setState({ ended });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const good = ended - errors.size;
    notice.show(`${counted(good, "monitor")} ${action.past}.` + (errors.size > 0 ? ` ${errors.size} failed.` : "") + (waiting.length > 0 ? ` ${waiting.length} not changed.` : ""), errors.size > 0 ? "bad" : "good");
    this.setState({ action: null });
    this.props.ended(errors, waiting);
  };

  tag = (event) => {
    event.preventDefault();
    const tag = new FormData(event.target).get("tag").trim();
    if (tag) {
      this.do(tagging(tag));
    }
  };

  render({ chosen, all, choose }, { action, ended, all: count }) {
    if (action) {
      return h(
        "div",
        { class: "bulk", role: "group", "aria-label": "Progress" },
        h("label", { for: "bulk-progress" }, `${action.name}: ${ended} of ${count}`),
        h("progress", { id: "bulk-progress", value: ended, max: count }),
        h("button", { type: "button", class: "quiet small", onClick: () => (this.stopped = true) }, "Stop"),
      );
    }
    return h(
      "div",
      { class: "bulk", role: "group", "aria-label": "Selected monitors" },
      h("strong", { role: "status" }, counted(chosen.size, "monitor"), " selected"),
      ACTIONS.map((one) => h("button", { key: one.name, type: "button", class: "quiet small", onClick: () => this.do(one) }, one.name)),
      h("form", { class: "tagging", onSubmit: this.tag }, h("input", { name: "tag", "aria-label": "Tag", placeholder: "Tag", required: true, maxLength: 100, autocomplete: "off" }), h("button", { type: "submit", class: "quiet small" }, "Add tag")),
      h(Ask, { what: "Delete", tone: "small danger", question: `Delete ${counted(chosen.size, "monitor")} and all their results? This cannot be undone.`, yes: () => this.do(DELETE) }),
      h("button", { type: "button", class: "quiet small", onClick: () => choose(chosen.size === all.length ? [] : all) }, chosen.size === all.length ? "Select none" : "Select all on this page"),
    );
  }
}
