/**
 * The service on a Citus cluster whose workers hold the results. Runs by a command of its own, with
 * the address of a coordinator in {@code BELFRY_TEST_CITUS_URL}; {@code operations/spreading.md}
 * has the command. May import everything.
 */
@NullMarked
package dev.belfry.citus;

import org.jspecify.annotations.NullMarked;
