/**
 * What the console at {@code /console} needs beside the public API: its files, and a session cookie
 * that holds a key out of the reach of scripts.
 *
 * <p>Start at {@link dev.belfry.account.console.ConsoleOperations}.
 *
 * <p>Uses: {@code account.oidc}, {@code account.people}, {@code api.auth}, {@code api.http}, {@code
 * platform.error}.
 */
@NullMarked
package dev.belfry.account.console;

import org.jspecify.annotations.NullMarked;
