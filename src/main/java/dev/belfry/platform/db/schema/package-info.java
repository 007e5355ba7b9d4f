/**
 * Migrations of the schema, and the check that a program and a schema fit together.
 *
 * <p>Start at {@link dev.belfry.platform.db.schema.Migrations}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.platform.db.schema;

import org.jspecify.annotations.NullMarked;
