package dev.belfry.api.contract;

import java.util.Map;

/**
 * Where a request leads.
 *
 * @param parameters what the path says for the parameters in its template, decoded
 */
public record Route(OperationContract operation, Map<String, String> parameters) {}
