/**
 * Serves agents of private locations: one stream each, over which they join, get monitors and send
 * results.
 *
 * <p>Start at {@link dev.belfry.engine.agent.service.AgentEndpoint}.
 *
 * <p>Uses: {@code alerting.alert}, {@code api.auth}, {@code api.http}, {@code
 * engine.agent.protocol}, {@code engine.request}, {@code engine.run}, {@code engine.testsession},
 * {@code platform.cluster}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.engine.agent.service;

import org.jspecify.annotations.NullMarked;
