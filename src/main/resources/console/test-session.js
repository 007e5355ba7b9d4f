// One test session of a command line: its state and how each check did.
import { Badge, Card, Facts, Failure, Head, Link, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { repository } from "./deployments.js";
import { Room } from "./room.js";
import { STATUS } from "./test-sessions.js";
import { lasting } from "./words.js";

const LABELS = { environment: "Environment", repoUrl: "Repository", branchName: "Branch", commitId: "Commit", commitOwner: "Author", commitMessage: "Message" };

/** What needs a look comes first, the rest as the command line sent it. */
const RANK = { FAILED: 0, RUNNING: 2, CANCELLED: 3, PASSED: 4 };
const rank = ({ isDegraded, status }) => (isDegraded ? 1 : RANK[status]);
const ranked = (results) => [...results].sort((one, other) => rank(one) - rank(other));

function Result({ result }) {
  const { word, tone } = result.isDegraded ? { word: "Degraded", tone: "warn" } : STATUS[result.status];
  return h(
    "li",
    null,
    h("div", { class: "message-head" }, h(Badge, { tone }, word), h("strong", null, result.checkId ? h(Link, { to: "/monitors/" + result.checkId }, result.name) : result.name), h("span", { class: "soft" }, result.checkType)),
    result.status !== "CANCELLED" && result.message && h("p", { class: "words" }, result.message),
  );
}

export class TestSession extends Room {
  every = 5;

  async read(signal) {
    const known = this.state.data;
    return known && known.status !== "RUNNING" ? known : get("/v1/test-sessions/" + this.props.id, signal);
  }

  cancel = () => this.act(() => send("POST", `/v1/test-sessions/${this.props.id}/cancel`), "The test session was cancelled.").then((done) => done && this.load());

  content(session, { writes }) {
    const { refused } = this.state;
    const { word, tone } = STATUS[session.status];
    const running = session.status === "RUNNING";
    return [
      h("p", { class: "crumbs" }, h(Link, { to: "/test-sessions" }, "Test sessions")),
      h(Head, { title: session.name }, h(Badge, { tone }, word), running && writes && h(Ask, { what: "Cancel", question: "Cancel the checks that have not ended?", yes: this.cancel })),
      refused && h(Failure, { of: refused }),
      h(Facts, {
        of: [
          ["Started", h(Time, { at: session.startedAt, none: "not yet" })],
          ["Ended", h(Time, { at: session.stoppedAt, none: "not yet" })],
          session.stoppedAt && ["Took", lasting(session.timeElapsed / 1000)],
          session.results.length > 0 && ["Location", session.results[0].runLocation],
          ...Object.entries(session.metadata).map(([name, value]) => [LABELS[name], name === "repoUrl" ? repository({ repoUrl: value }) : value]),
        ],
      }),
      h(Card, { id: "results", title: ["Checks ", h("span", { class: "count" }, session.results.length)] }, h("ul", { class: "messages" }, ranked(session.results).map((result) => h(Result, { key: result.testSessionResultId, result })))),
    ];
  }
}
