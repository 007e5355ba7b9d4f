// Rates pages with Lighthouse as a phone on a slow line sees them, and prints a table.
//
//   node run.mjs CHROMIUM ORIGIN KEY PAGE...
//
// A page is "name=path". One that begins with "+" is opened by a signed-in reader, one that begins
// with "-" is of those that search engines are told to leave out. Ends with 1 below the goal.
import lighthouse, { generateReport } from "lighthouse";
import puppeteer from "puppeteer-core";
import { mkdir, writeFile } from "node:fs/promises";

const GOAL = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const [chromium, origin, key, ...pages] = process.argv.slice(2);

const signIn = async () => {
  const answer = await fetch(`${origin}/console/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Belfry-Console": "1" },
    body: JSON.stringify({ key }),
  });
  if (!answer.ok) {
    throw new Error(`signing in was answered with ${answer.status}`);
  }
  return answer.headers.get("set-cookie").split(";")[0];
};

/** What costs points: the audits of a category that did not get all of theirs. */
const faults = ({ audits, categories }) =>
  CATEGORIES.flatMap((category) => categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id} ${audits[id].displayValue ?? ""}`.trim()));

const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
await mkdir("reports", { recursive: true });
const cookie = await signIn();
let worst = 100;
console.log("| Page | Performance | Accessibility | Best practices | SEO | LCP, s | TBT, ms | KiB | Faults |");
console.log("|---|---:|---:|---:|---:|---:|---:|---:|---|");
try {
  for (const argument of pages) {
    const [, kind, name, path] = /^([+-]?)([^=]+)=(.*)$/.exec(argument);
    const tab = await browser.newPage();
    const { lhr } = await lighthouse(`${origin}${path}`, {
      logLevel: "error",
      onlyCategories: CATEGORIES,
      skipAudits: kind === "-" ? ["is-crawlable"] : [],
      extraHeaders: kind === "+" ? { Cookie: cookie } : {},
    }, undefined, tab);
    await tab.close();
    const scores = CATEGORIES.map((one) => Math.round(lhr.categories[one].score * 100));
    worst = Math.min(worst, ...scores);
    const value = (id) => lhr.audits[id].numericValue;
    console.log(`| ${[name, ...scores, (value("largest-contentful-paint") / 1000).toFixed(1),
      Math.round(value("total-blocking-time")), Math.round(value("total-byte-weight") / 1024),
      faults(lhr).join(", ")].join(" | ")} |`);
    await writeFile(`reports/${name.replace(/\W+/g, "-")}.html`, generateReport(lhr, "html"));
    await writeFile(`reports/${name.replace(/\W+/g, "-")}.json`, JSON.stringify(lhr));
  }
} finally {
  await browser.close();
}
process.exit(worst < GOAL ? 1 : 0);
