/**
 * Teams: members of an account whom one alert channel tells.
 *
 * <p>Start at {@link dev.belfry.account.team.TeamOperations}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code monitoring.channel}, {@code platform.db},
 * {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.team;

import org.jspecify.annotations.NullMarked;
