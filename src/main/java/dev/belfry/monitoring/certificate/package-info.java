/**
 * Client certificates: what API checks prove themselves with to servers that ask for a certificate.
 *
 * <p>Start at {@link dev.belfry.monitoring.certificate.CertificateOperations}.
 *
 * <p>Uses: {@code api.http}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.monitoring.certificate;

import org.jspecify.annotations.NullMarked;
