/**
 * What agents and the service agree on: versions, headers, and messages over a stream.
 *
 * <p>Start at {@link dev.belfry.engine.agent.protocol.AgentProtocol}.
 *
 * <p>Uses: none.
 */
@NullMarked
package dev.belfry.engine.agent.protocol;

import org.jspecify.annotations.NullMarked;
