/** How the process writes its log. Start at {@link dev.belfry.app.logging.LogSetup}. */
@NullMarked
package dev.belfry.app.logging;

import org.jspecify.annotations.NullMarked;
