/**
 * Which addresses of the outside we may reach, against requests forged through monitors and
 * webhooks (SSRF). Start at {@link dev.belfry.platform.guard.TargetGuard}. Knows no other package
 * of ours.
 */
@NullMarked
package dev.belfry.platform.guard;

import org.jspecify.annotations.NullMarked;
