/** {@code config/kubernetes} beside what Kubernetes takes and what the program is. */
@NullMarked
package dev.belfry.kubernetes;

import org.jspecify.annotations.NullMarked;
