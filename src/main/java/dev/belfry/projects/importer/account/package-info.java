/**
 * Reads an account of another service over the API that Belfry speaks too, and converts it into a
 * project file.
 *
 * <p>Start at {@link dev.belfry.projects.importer.account.AccountImport}.
 *
 * <p>Uses: {@code api.resource}, {@code monitoring.check}, {@code projects.files}, {@code
 * projects.importer}.
 */
@NullMarked
package dev.belfry.projects.importer.account;

import org.jspecify.annotations.NullMarked;
