/**
 * The public face of status pages: what people, feed readers and aggregators get without an API
 * key. Each page is read whole into memory, told of changes by the database, and served from there
 * also while the database is away.
 */
@NullMarked
package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.NullMarked;
