package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One property that a deploy changes.
 *
 * @param path JSON pointer into the resource
 * @param from what is there, null as a JSON value when it is new; secrets are masked
 * @param to what will be there; secrets are masked
 */
record PropertyChange(String path, JsonNode from, JsonNode to) {}
