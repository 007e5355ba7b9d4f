/** Requests of the reference as programs. The key stays out: it is read from the environment. */
window.belfrySnippets = (() => {
  const KEY = "BELFRY_API_KEY";

  const shell = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

  const curl = ({ method, url, headers, body, key }) =>
    [
      `curl --request ${method} ${shell(url)}`,
      ...(key ? [`--header "Authorization: Bearer $${KEY}"`] : []),
      ...headers.map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
      ...(body === null ? [] : [`--data-raw ${shell(body)}`]),
    ].join(" \\\n  ");

  const java = ({ method, url, headers, body, key }) => {
    const text = (value) => JSON.stringify(value);
    const publisher = body === null ? "noBody()" : `ofString(${text(body)})`;
    const lines = [
      `.uri(URI.create(${text(url)}))`,
      ...(key ? [`.header("Authorization", "Bearer " + System.getenv("${KEY}"))`] : []),
      ...headers.map(([name, value]) => `.header(${text(name)}, ${text(value)})`),
      `.method("${method}", HttpRequest.BodyPublishers.${publisher})`,
      ".build();",
    ];
    return [
      "import java.net.URI;",
      "import java.net.http.HttpClient;",
      "import java.net.http.HttpRequest;",
      "import java.net.http.HttpResponse;",
      "",
      "class Call {",
      "  public static void main(String[] arguments) throws Exception {",
      "    HttpRequest request = HttpRequest.newBuilder()",
      ...lines.map((line) => `        ${line}`),
      "    HttpResponse<String> answer =",
      "        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
      "    System.out.println(answer.body());",
      "  }",
      "}",
    ].join("\n");
  };

  const typescript = ({ method, url, headers, body, key }) => {
    const text = (value) => JSON.stringify(value);
    const named = [
      ...(key ? [`Authorization: \`Bearer \${process.env.${KEY}}\``] : []),
      ...headers.map(([name, value]) => `${text(name)}: ${text(value)}`),
    ];
    return [
      `const answer = await fetch(${text(url)}, {`,
      `  method: "${method}",`,
      ...(named.length === 0 ? [] : ["  headers: {", ...named.map((one) => `    ${one},`), "  },"]),
      ...(body === null ? [] : [`  body: ${text(body)},`]),
      "});",
      "console.log(await answer.text());",
    ].join("\n");
  };

  const filled = (value) => value !== undefined && value !== null && value !== "";

  /** An operation and the values that a reader gave its parameters, as one request. */
  const request = ({ origin, path, method, operation, secured, values, typed }) => {
    let address = path;
    const query = [];
    const headers = [];
    for (const parameter of operation.parameters ?? []) {
      const { name, in: place, required, example, schema } = parameter;
      const given = values(name, place);
      const value = filled(given) ? given : required ? (example ?? schema?.example ?? `{${name}}`) : null;
      if (value === null) {
        continue;
      }
      if (place === "path") {
        address = address.replace(`{${name}}`, String(value).startsWith("{") ? value : encodeURIComponent(value));
      } else if (place === "query") {
        query.push(...[value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`));
      } else if (place === "header") {
        headers.push([name, String(value)]);
      }
    }
    const content = Object.entries(operation.requestBody?.content ?? {})[0];
    let body = null;
    if (content !== undefined) {
      const [type, { example, examples }] = content;
      const sample = example ?? Object.values(examples ?? {})[0]?.value;
      headers.push(["Content-Type", type]);
      body = filled(typed) ? String(typed) : sample === undefined ? "{}" : typeof sample === "string" ? sample : JSON.stringify(sample);
    }
    const url = origin + address + (query.length === 0 ? "" : `?${query.join("&")}`);
    return { method: method.toUpperCase(), url, headers, body, key: secured };
  };

  return { request, languages: { curl, Java: java, TypeScript: typescript } };
})();
