/**
 * What the console needs that belongs nowhere else: a session, which keeps a key in the browser
 * where no script can read it. The console itself is made of files ({@code resources/console}) that
 * {@code http} serves. Start at {@link dev.belfry.account.console.ConsoleOperations}.
 */
@NullMarked
package dev.belfry.account.console;

import org.jspecify.annotations.NullMarked;
