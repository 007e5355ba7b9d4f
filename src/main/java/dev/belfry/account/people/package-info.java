/**
 * Persons: their passwords, sessions and invitations, and what they may do in accounts. A session
 * is a signed token like a key, so a request of a person costs no look into the database.
 *
 * <p>Start at {@link dev.belfry.account.people.MemberOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code monitoring.channel},
 * {@code monitoring.check}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.account.people;

import org.jspecify.annotations.NullMarked;
