/**
 * The API contract: the OpenAPI document, its operations, and its schemas compiled into readers
 * that check and normalise a JSON text in one pass. Start at {@link
 * dev.belfry.api.contract.Contract}. May import {@code error} only.
 */
@NullMarked
package dev.belfry.api.contract;

import org.jspecify.annotations.NullMarked;
