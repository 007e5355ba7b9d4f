// The types of checks. All that the console knows of a type stands in its entry; a further type is a
// file with such an entry, and its place in the list below.
//
//   type, word        its name in the API, and for people
//   about             what its checks do, for those who choose a type
//   checks, tests, analytics  the paths of its operations
//   retriesNetwork    whether retries can be limited to failures of the network
//   everyMinuteAtMost whether it cannot run more often than every minute
//   waits             whether its checks wait for pings and make no runs: they have no places, limits
//                     and retries. `member` is then the one of a check in place of `request`, and
//                     `Cards` what a monitor shows in place of its runs: h(Cards, { check, events })
//   limits            `degraded` and `max` of a new check, the `most` both may be; `limitsOf` says
//                     what else a type may say of them
//   phases            the phases of its runs, of those that phases.js knows
//   assertions        what can be asserted, as assertions.js says
//
//   values(request)   the fields of the form for a stored request, or for a new one, which is {}.
//                     Types share the name of a field that means the same, so that it stays when
//                     another type is chosen
//   request(values, stored)  the request that these fields make
//   judge(values, say)  says what is wrong with them: say(name, wrong, message)
//   places            where the form has the members of the request, as form.js says
//   Target, Details   what the form asks for at first, and in a section of its own: h(Target, { form })
//
//   target(request)   whom a check asks: text or a link
//   failure           what a check expects that should fail
//   facts(request)    pairs for the settings of a check: name and value
//   result(run)       what came of a run: `said`, a word for it; `facts`; `phases`, null without an
//                     answer; `assertions`; `texts`, what was sent or received: pairs of title and
//                     text. Nothing for a run that did not take place
//   answered(test)    whether a test run got an answer
//   response(run, failing)  the response time of the last run in a list; nothing when there is none
import { API_CHECK } from "./check-api.js";
import { DNS_MONITOR } from "./check-dns.js";
import { HEARTBEAT_MONITOR } from "./check-heartbeat.js";
import { ICMP_MONITOR } from "./check-icmp.js";
import { SSL_MONITOR } from "./check-ssl.js";
import { TCP_MONITOR } from "./check-tcp.js";
import { URL_MONITOR } from "./check-url.js";

export const TYPES = [URL_MONITOR, API_CHECK, TCP_MONITOR, DNS_MONITOR, ICMP_MONITOR, SSL_MONITOR, HEARTBEAT_MONITOR];

/** The entry of a type by its name in the API. */
export const typeOf = (name) => TYPES.find(({ type }) => type === name);

/** What the limits of a type bound: their unit, their members, and whether both are needed. */
export const limitsOf = (type) => ({ word: "Response time", fact: "Too slow", unit: "ms", members: ["degradedResponseTime", "maxResponseTime"], needed: false, ...type.limits });

/** The member of a check that its type has for itself. */
export const settingsOf = (check) => check[typeOf(check.checkType).member ?? "request"];

/** The path that changes a check. */
export const pathOf = (type, id) => `${typeOf(type).checks}/${id}`;
