/**
 * The assistant's door: operations of the contract as tools of the Model Context Protocol.
 *
 * <p>Start at {@link dev.belfry.api.mcp.McpOperation}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.api.mcp;

import org.jspecify.annotations.NullMarked;
