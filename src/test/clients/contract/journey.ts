import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Failure = components["schemas"]["Error"];

const [, , baseUrl = "", key = ""] = process.argv;
const belfry = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

/** The answer of a call that must succeed. */
const data = <T>(answer: { data?: T; error?: Failure }): T => {
  if (answer.data === undefined) {
    throw new Error(answer.error?.message);
  }
  return answer.data;
};

const monitor = data(
  await belfry.POST("/v1/checks/url", {
    body: {
      name: "Front page",
      tags: ["shop"],
      request: { url: "https://example.org/" },
      retryStrategy: { type: "FIXED", onlyOn: "NETWORK_ERROR" },
    },
  }),
);
const path = { id: monitor.id };
const read = data(await belfry.GET("/v1/checks/{id}", { params: { path } }));
const updated = data(
  await belfry.PUT("/v1/checks/url/{id}", { params: { path }, body: { name: "Shop" } }),
);
const listed = data(await belfry.GET("/v1/checks", { params: { query: { limit: 10 } } }));

const service = data(await belfry.POST("/v1/status-pages/services", { body: { name: "Web" } }));
const incident = data(
  await belfry.POST("/v1/status-pages/incidents", {
    body: {
      name: "Shop unavailable",
      severity: "MAJOR",
      services: [{ id: service.id }],
      incidentUpdates: [{ status: "INVESTIGATING", description: "We look into it." }],
    },
  }),
);
const incidentId = incident.id;
const resolved = data(
  await belfry.POST("/v1/status-pages/incidents/{incidentId}/incident-updates", {
    params: { path: { incidentId } },
    body: { status: "RESOLVED", description: "The shop answers again." },
  }),
);
const incidents = data(await belfry.GET("/v1/status-pages/incidents"));

const refused = await belfry.POST("/v1/checks/url", {
  body: { name: "", request: { url: "https://example.org/" } },
});
const error: Failure | undefined = refused.error;

console.log(
  JSON.stringify({
    id: monitor.id,
    read: read.name,
    updated: updated.name,
    tags: updated.tags,
    onlyOn: updated.retryStrategy?.onlyOn,
    listed: listed.map((one) => one.name),
    incident: incidentId,
    resolved: resolved.status,
    incidents: incidents.entries.map((one) => one.id),
    refused: error?.statusCode,
    message: error?.message,
  }),
);
