/**
 * Status page services, the parts of an offering that incidents affect. Start at {@link
 * dev.belfry.statuspage.ServiceOperations}. May import the kernels.
 */
@NullMarked
package dev.belfry.statuspage;

import org.jspecify.annotations.NullMarked;
