/**
 * Status pages, the services on them and who is told about their incidents. Start at {@link
 * dev.belfry.statuspages.page.StatusPageOperations} and, for messages, {@link
 * dev.belfry.statuspages.subscription.Announcements}. May import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.statuspages.page;

import org.jspecify.annotations.NullMarked;
