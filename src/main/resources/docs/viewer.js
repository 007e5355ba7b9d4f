const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

/** The request of an operation as a program: one tab for each language, and a button that copies it. */
const snippets = ({ createElement: element, useState }) => ({ path, method, specSelectors, oas3Selectors }) => {
  const contract = specSelectors.specJson();
  const { request, languages } = window.belfrySnippets;
  const [language, choose] = useState("curl");
  const [copied, copiedNow] = useState(false);
  const target = (one) => (one.has("$ref") ? contract.getIn(one.get("$ref").slice(2).split("/")) : one);
  const written = contract.getIn(["paths", path, method]);
  const operation = written.update("parameters", (all) => all?.map(target)).toJS();
  const given = specSelectors.parameterValues([path, method]);
  const value = (name, place) => given.get(`${place}.${name}`)?.toJS?.() ?? given.get(`${place}.${name}`);
  const typed = oas3Selectors.requestBodyValue(path, method);
  const secured = operation.security === undefined || operation.security.length > 0;
  const text = languages[language](
    request({ origin: window.location.origin, path, method, operation, secured, values: value, typed: typeof typed === "string" ? typed : null }),
  );
  const names = Object.keys(languages);
  const pick = (name) => {
    choose(name);
    copiedNow(false);
  };
  const step = (event, index) => {
    const by = { ArrowRight: 1, ArrowLeft: names.length - 1 }[event.key];
    if (by !== undefined) {
      const next = (index + by) % names.length;
      pick(names[next]);
      event.currentTarget.parentNode.children[next].focus();
    }
  };
  const tab = (name, index) =>
    element(
      "button",
      {
        key: name,
        type: "button",
        role: "tab",
        className: "btn",
        "aria-selected": name === language,
        tabIndex: name === language ? 0 : -1,
        onClick: () => pick(name),
        onKeyDown: (event) => step(event, index),
      },
      name,
    );
  const copy = () => navigator.clipboard.writeText(text).then(() => copiedNow(true));
  return element(
    "section",
    { className: "snippets", "aria-label": "Request as a program" },
    element("div", { role: "tablist", "aria-label": "Language" }, names.map(tab)),
    element("button", { type: "button", className: "btn copy", onClick: copy }, copied ? "Copied" : "Copy"),
    element("pre", { className: "snippet", role: "tabpanel", "aria-label": language, tabIndex: 0 }, text),
  );
};

/**
 * What a part of a contract, such as an operation, says and refers to. The viewer's resolver visits
 * all that it is given: the whole contract takes it seconds.
 */
const excerpt = (contract, path) => {
  const kept = { ...contract, paths: {}, components: {} };
  const keep = (place) => {
    const part = place.reduce((whole, name) => whole?.[name], contract);
    const parent = place.slice(0, -1).reduce((whole, name) => (whole[name] ??= {}), kept);
    if (part !== undefined && !(place.at(-1) in parent)) {
      parent[place.at(-1)] = part;
      follow(part);
    }
  };
  const follow = (part) => {
    if (typeof part === "object" && part !== null) {
      const to = part.$ref;
      if (typeof to === "string" && to.startsWith("#/")) {
        keep(to.slice(2).split("/"));
      }
      Object.values(part).forEach(follow);
    }
  };
  keep(path);
  // Those of a path are those of its operations.
  keep([...path.slice(0, -1), "parameters"]);
  return kept;
};

const look = ({ React: { createElement: element, Fragment, ...react }, ...system }) => ({
  components: {
    // The page has a main part, a title and a filter of its own, and there is a single server.
    ReferenceLayout: ({ getComponent }) => {
      const part = (name) => element(getComponent(name, true), { key: name });
      const parts = ["errors", "AuthorizeBtnContainer", "operations", "Models"];
      return element(
        "div",
        { className: "swagger-ui" },
        element(getComponent("SvgAssets")),
        element("div", { className: "wrapper" }, parts.map(part)),
      );
    },
  },
  fn: {
    resolveSubtree: (contract, path, options) =>
      window.SwaggerUIBundle.plugins.SwaggerClient(system).fn.resolveSubtree(excerpt(contract, path), path, options),
    // The viewer's own filter knows tags alone, and capital letters.
    opsFilter: (tags, phrase) => {
      const found = window.belfryFound(phrase);
      return tags
        .map((tag) => tag.update("operations", (all) => all.filter((one) => found.has(one.getIn(["operation", "operationId"])))))
        .filter((tag) => tag.get("operations").size > 0);
    },
  },
  wrapComponents: {
    // Tags are folded until a filter leaves those that were looked for.
    OperationTag: (Tag) => (props) => {
      const filter = props.layoutSelectors.currentFilter();
      const wanted = typeof filter === "string" && filter.trim() !== "";
      return element(Tag, wanted ? { ...props, getConfigs: () => ({ ...props.getConfigs(), docExpansion: "list" }) } : props);
    },
    responses: (Responses) => {
      const Snippets = snippets({ createElement: element, ...react });
      return (props) => element(Fragment, null, element(Snippets, props), element(Responses, props));
    },
    // A link within the button that opens an operation: two things to press in one place.
    DeepLink: () => ({ text }) => element("span", null, text),
  },
});

// Names for elements of the viewer that lack one, for readers with a screen reader or without a mouse.
const additions = [
  ["tr[data-param-name] :is(input, select, textarea)", "aria-label", (one) => one.closest("tr").dataset.paramName],
  [".body-param textarea", "aria-label", () => "Body"],
  [".body-param select", "aria-label", () => "Type of the body"],
  [".examples-select-element", "aria-label", () => "Example"],
  [".responses-table", "aria-label", (one) => `Responses of ${one.closest(".opblock").id}`],
  ["pre.microlight", "tabindex", () => "0"],
  [".copy-to-clipboard button", "aria-label", () => "Copy"],
  [".close-modal", "aria-label", () => "Close"],
];

// Labels that differ from the visible text.
const misleading = ".auth-btn-wrapper button[aria-label]";

const complete = (page) => {
  for (const [selector, name, value] of additions) {
    page.querySelectorAll(selector).forEach((one) => one.hasAttribute(name) || one.setAttribute(name, value(one)));
  }
  page.querySelectorAll(misleading).forEach((one) => one.removeAttribute("aria-label"));
};

// The viewer fills fields with examples: an account that is not the reader's would answer 403.
const withoutExamples = ({ paths, components }) => {
  const parameters = Object.values(paths).flatMap((path) => [path, ...Object.values(path)].flatMap((one) => one.parameters ?? []));
  for (const parameter of [...parameters, ...Object.values(components.parameters)]) {
    if (!parameter.required) {
      delete parameter.example;
      delete parameter.examples;
      delete parameter.schema?.example;
      delete parameter.schema?.examples;
    }
  }
};

/** Shows a contract in an element; the promise ends when it is there, with a function that filters it. */
window.belfryViewer = (contract, place) => {
  new MutationObserver(() => complete(place)).observe(place, { childList: true, subtree: true });
  // The server of the contract is an example; requests from this page go to where it came from.
  contract.servers = [{ url: window.location.origin }];
  withoutExamples(contract);
  return new Promise((shown) => {
    const viewer = window.SwaggerUIBundle({
      spec: contract,
      dom_id: `#${place.id}`,
      plugins: [look],
      layout: "ReferenceLayout",
      deepLinking: true,
      docExpansion: "none",
      filter: true,
      defaultModelsExpandDepth: 0,
      tryItOutEnabled: false,
      persistAuthorization: false,
      syntaxHighlight: false,
      validatorUrl: null,
      onComplete: () => shown((phrase) => viewer.getSystem().layoutActions.updateFilter(phrase)),
    });
  });
};
