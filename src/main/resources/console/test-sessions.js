// Test sessions of command lines: which checks each ran, and how they did.
import { Badge, Empty, Head, Link, Table, Time, h } from "./dom.js";
import { get, query } from "./api.js";
import { numeral } from "./reader.js";
import { Nothing } from "./room.js";
import { View } from "./view.js";
import { counted, lasting } from "./words.js";

const LIMIT = 25;

export const STATUS = {
  RUNNING: { word: "Running", tone: "info" },
  PASSED: { word: "Passed", tone: "good" },
  FAILED: { word: "Failed", tone: "bad" },
  CANCELLED: { word: "Cancelled", tone: "none" },
};

/** How the checks of a session stand, in numbers. */
function tally(session) {
  const counts = [["passed", session.passed], ["failed", session.failed], ["cancelled", session.cancelled], ["running", session.running]].filter(([, ids]) => ids.length > 0);
  return counts.map(([word, ids]) => `${numeral(ids.length)} ${word}`).join(", ") || counted(0, "check");
}

export class TestSessions extends View {
  every = 10;

  async read(signal) {
    const { search } = this.props;
    return get("/v1/test-sessions" + query({ limit: LIMIT, nextId: search.get("from"), statuses: search.get("status") }), signal);
  }

  choose = (event) => this.props.replace("/test-sessions" + (event.target.value ? "?status=" + event.target.value : ""));

  content({ entries, nextId }, { search }) {
    const status = search.get("status") || "";
    const from = search.get("from");
    const chosen = status ? { status } : {};
    if (entries.length === 0 && !status && !from) {
      return [h(Head, { title: "Test sessions" }), h(Nothing, { title: "No test sessions yet" }, h("p", null, "Run ", h("code", null, "checkly test --record"), " or ", h("code", null, "checkly trigger --record"), " with a key of this account: each run appears here for 31 days."))];
    }
    return [
      h(Head, { title: "Test sessions", under: "Checks that command lines ran once. They send no alerts and count in no figure of a monitor." }),
      h("div", { class: "filters" }, h("div", { class: "field" }, h("label", { for: "status" }, "State"), h("select", { id: "status", value: status, onChange: this.choose }, h("option", { value: "" }, "All"), Object.entries(STATUS).map(([one, { word }]) => h("option", { key: one, value: one }, word))))),
      entries.length === 0
        ? h(Empty, null, "No test sessions.")
        : h(Table, {
            caption: "Test sessions",
            columns: [{ name: "Session" }, { name: "State" }, { name: "Checks" }, { name: "Location" }, { name: "Started" }, { name: "Took" }],
            rows: entries.map((session) => ({
              key: session.id,
              cells: [
                h("div", null, h(Link, { to: "/test-sessions/" + session.id }, session.name), h("p", { class: "soft" }, [session.branchName, session.environment].filter(Boolean).join(", "))),
                h(Badge, { tone: STATUS[session.status].tone }, STATUS[session.status].word),
                tally(session),
                session.region,
                h(Time, { at: session.startedAt }),
                session.stoppedAt ? lasting((Date.parse(session.stoppedAt) - Date.parse(session.startedAt)) / 1000) : "–",
              ],
            })),
          }),
      h("nav", { class: "pager", "aria-label": "Pages" }, from ? h(Link, { to: "/test-sessions" + query(chosen), class: "button quiet" }, "Newest") : h("span", null), nextId ? h(Link, { to: "/test-sessions" + query({ ...chosen, from: nextId }), class: "button quiet", rel: "next" }, "Older") : h("span", null)),
    ];
  }
}
