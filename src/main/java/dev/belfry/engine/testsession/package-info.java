/**
 * Test sessions: checks that clients run once, without results or alerts of a stored check.
 * Instances of the location claim the runs. {@link dev.belfry.engine.testsession.TestMessages}
 * tells MQTT subscribers their results.
 *
 * <p>Start at {@link dev.belfry.engine.testsession.TestSessionOperations}.
 *
 * <p>Uses: {@code api.http}, {@code api.mqtt}, {@code api.resource}, {@code engine.probe}, {@code
 * engine.request}, {@code engine.result}, {@code engine.run}, {@code engine.session}, {@code
 * engine.testrun}, {@code monitoring.check}, {@code platform.cluster}, {@code platform.config},
 * {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.engine.testsession;

import org.jspecify.annotations.NullMarked;
