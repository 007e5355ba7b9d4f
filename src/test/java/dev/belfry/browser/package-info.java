/**
 * Journeys through our pages with a real browser. Start at {@link dev.belfry.browser.BrowserVisit}.
 * A journey lives here, or beside the tests of what it shows.
 */
@NullMarked
package dev.belfry.browser;

import org.jspecify.annotations.NullMarked;
