/**
 * The schema, its migrations and its version. Start at {@link
 * dev.belfry.platform.db.schema.Migrations}.
 */
@NullMarked
package dev.belfry.platform.db.schema;

import org.jspecify.annotations.NullMarked;
