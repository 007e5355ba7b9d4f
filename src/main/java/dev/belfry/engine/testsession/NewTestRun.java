package dev.belfry.engine.testsession;

import java.util.UUID;

/**
 * A run that is to be stored.
 *
 * @param id also that of its result
 * @param logicalId names the check in the request, or in the account
 */
record NewTestRun(UUID id, String logicalId, String name, String checkType, TestJob job) {}
