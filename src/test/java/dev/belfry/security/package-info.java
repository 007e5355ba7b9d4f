/**
 * The OWASP API Security Top 10 (2023), a class for each risk. What is shown where a feature is at
 * home is named there and not shown again.
 */
@NullMarked
package dev.belfry.security;

import org.jspecify.annotations.NullMarked;
