/**
 * HTTP: the verticles, what happens to every request before and after its operation, the registry
 * of operations and the management server. Start at {@link dev.belfry.api.http.OperationHandler}.
 * May import the other kernels.
 */
@NullMarked
package dev.belfry.api.http;

import org.jspecify.annotations.NullMarked;
