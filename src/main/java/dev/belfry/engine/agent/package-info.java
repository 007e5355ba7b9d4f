/**
 * The agent of a private location: the engine of an instance with one connection to the service in
 * place of a database, and a spool on disk for the time without that connection.
 *
 * <p>Start at {@link dev.belfry.engine.agent.AgentVerticle}.
 *
 * <p>Uses: {@code engine.agent.protocol}, {@code engine.probe}, {@code engine.probe.icmp}, {@code
 * engine.probe.prober}, {@code engine.request}, {@code engine.run}, {@code engine.testrun}, {@code
 * engine.testsession}, {@code platform.cluster}, {@code platform.config}, {@code platform.guard},
 * {@code platform.icmp}.
 */
@NullMarked
package dev.belfry.engine.agent;

import org.jspecify.annotations.NullMarked;
