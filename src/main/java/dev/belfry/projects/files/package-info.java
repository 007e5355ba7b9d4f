/**
 * Projects in files: YAML or JSON that becomes a manifest in which every value knows its file and
 * line, and back. Start at {@link dev.belfry.projects.files.ProjectFiles}. May import {@code
 * project}, {@code check} and the kernels.
 */
@NullMarked
package dev.belfry.projects.files;

import org.jspecify.annotations.NullMarked;
