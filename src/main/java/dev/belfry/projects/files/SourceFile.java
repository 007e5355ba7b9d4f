package dev.belfry.projects.files;

/**
 * A file before it is parsed.
 *
 * @param name as the person named it, with forward slashes
 * @param text its content
 */
public record SourceFile(String name, String text) {}
