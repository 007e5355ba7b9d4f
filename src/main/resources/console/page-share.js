// Where a status page can be shown elsewhere: its badge, its widget and its feeds.
import { Card, Copyable, h } from "./dom.js";

const FEEDS = [["Atom", "feed.atom"], ["RSS", "feed.rss"], ["JSON Feed", "feed.json"]];
const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const html = (text) => text.replace(/[&<>"]/g, (mark) => MARKS[mark]);
const markdown = (text) => text.replace(/[\\[\]]/g, "\\$&");

/** The absolute address of a page, on its own domain once that is proved. */
const home = (page) => (page.customDomainVerification?.status === "VERIFIED" ? `https://${page.customDomain}` : `${location.origin}/status/${page.url}`);

function Snippet({ title, label, text }) {
  return h("div", { class: "share" }, h("h3", null, title), h(Copyable, { label, text }));
}

export function Share({ page }) {
  const at = home(page);
  const { name } = page;
  return h(
    Card,
    { id: "share", title: "Share" },
    page.isPrivate
      ? h("p", { class: "soft" }, "A private page has no badge and no widget. Its feeds ask for the key of a reader.")
      : [
          h("p", { class: "soft" }, "Show the present state on other pages."),
          h(Snippet, { title: "Badge, HTML", label: "the badge as HTML", text: `<a href="${at}"><img src="${at}/badge.svg" alt="${html(name)}"></a>` }),
          h(Snippet, { title: "Badge, Markdown", label: "the badge as Markdown", text: `[![${markdown(name)}](${at}/badge.svg)](${at})` }),
          h(Snippet, { title: "Widget", label: "the widget", text: `<script src="${at}/widget.js" async></script>` }),
          h(Snippet, { title: "Frame, for pages without scripts", label: "the frame", text: `<iframe src="${at}/embed" title="${html(name)}" width="320" height="72"></iframe>` }),
        ],
    FEEDS.map(([title, file]) => h(Snippet, { key: file, title, label: `the address of the feed, ${title}`, text: `${at}/${file}` })),
  );
}
