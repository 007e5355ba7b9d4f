/* The page lists the operations. The viewer, 1.7 MB, is fetched when a reader opens one of them. */
const script = document.currentScript.src;
const byId = (id) => document.getElementById(id);
const [index, filter, found, loading, viewer] = ["index", "filter", "found", "loading", "viewer"].map(byId);

const lines = [...index.querySelectorAll("li")].map((line) => ({
  line,
  id: line.dataset.id,
  words: [line.closest("details").querySelector("h3"), ...line.querySelectorAll("code, span")]
    .map((one) => one.textContent.toLowerCase())
    .concat(line.dataset.id.toLowerCase()),
}));

/** Ids of the operations of which one of the words that a reader sees contains the phrase. */
window.belfryFound = (phrase) => {
  const wanted = phrase.trim().toLowerCase();
  return new Set(lines.filter(({ words }) => words.some((word) => word.includes(wanted))).map(({ id }) => id));
};

let tellViewer = null;

const sift = () => {
  const wanted = filter.value.trim() !== "";
  const ids = window.belfryFound(filter.value);
  found.textContent = !wanted ? `${lines.length} operations` : `${ids.size} of ${lines.length} operations`;
  viewer.hidden = ids.size === 0;
  tellViewer?.(filter.value.trim());
  for (const { line, id } of lines) {
    line.hidden = !ids.has(id);
  }
  for (const tag of index.querySelectorAll("details")) {
    tag.hidden = tag.querySelector("li:not([hidden])") === null;
    tag.open = wanted;
  }
};

const fetched = (name) =>
  new Promise((there, missing) => {
    const address = new URL(name, script).href;
    const element = name.endsWith(".css")
      ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: address })
      : Object.assign(document.createElement("script"), { src: address, async: false });
    element.onload = there;
    element.onerror = () => missing(new Error(name));
    document.head.append(element);
  });

const load = async () => {
  loading.textContent = "Loading the reference…";
  const files = ["swagger-ui.css", "viewer.css", "swagger-ui-bundle.js", "snippets.js", "viewer.js"];
  const [answer] = await Promise.all([fetch("../openapi.json"), ...files.map(fetched)]);
  const contract = await answer.json();
  index.hidden = true;
  tellViewer = await window.belfryViewer(contract, viewer);
  byId("authorize")?.remove();
  loading.textContent = "";
  sift();
};

let shown = null;
const show = () => {
  shown ??= load().catch(() => {
    shown = null;
    index.hidden = false;
    loading.textContent = "The reference cannot be loaded. Reload the page to try again.";
  });
  return shown;
};

/** An element of the viewer, which draws some of them later. */
const drawn = (selector) =>
  new Promise((there) => {
    const look = () => {
      const one = viewer.querySelector(selector);
      if (one !== null) {
        watcher.disconnect();
        there(one);
      }
    };
    const watcher = new MutationObserver(look);
    watcher.observe(viewer, { childList: true, subtree: true, attributeFilter: ["class"] });
    look();
  });

const atOperation = () => window.location.hash.startsWith("#/");

window.addEventListener("hashchange", async () => {
  if (atOperation() && shown === null) {
    await show();
    (await drawn(".is-open .opblock-summary-control")).focus();
  }
});
byId("authorize").addEventListener("click", async () => {
  await show();
  (await drawn(".auth-wrapper .authorize")).click();
});
byId("schemas").addEventListener("click", async () => {
  await show();
  const schemas = await drawn("section.models button");
  schemas.click();
  schemas.scrollIntoView();
});
filter.addEventListener("input", sift);
if (filter.value !== "") {
  sift();
}
if (atOperation()) {
  show();
}
