/**
 * Status pages, the services on them and who is told about their incidents. Start at {@link
 * dev.belfry.statuspage.StatusPageOperations} and, for messages, {@link
 * dev.belfry.statuspage.Announcements}. May import the kernels and {@code check}.
 */
@NullMarked
package dev.belfry.statuspage;

import org.jspecify.annotations.NullMarked;
