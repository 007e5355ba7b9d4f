/**
 * The OpenAPI document, its operations, and readers compiled from its schemas that check and
 * normalise a JSON text in one pass.
 *
 * <p>Start at {@link dev.belfry.api.contract.Contract}.
 *
 * <p>Uses: {@code api.auth}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.api.contract;

import org.jspecify.annotations.NullMarked;
