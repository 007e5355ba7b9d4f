package dev.belfry.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The API contract: one OpenAPI document that is served, routed by and validated against, and its
 * operations with their schemas compiled.
 */
public final class Contract {
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "head", "options");

  private final byte[] json;
  private final Map<String, OperationContract> operations = new LinkedHashMap<>();

  private Contract(ContractDocument source) {
    JsonNode document = source.document();
    this.json = source.json();
    SchemaCompiler compiler = new SchemaCompiler(document);
    OperationCompiler operationCompiler = new OperationCompiler(document, compiler);
    document
        .get("paths")
        .fields()
        .forEachRemaining(
            path ->
                path.getValue()
                    .fields()
                    .forEachRemaining(
                        entry -> {
                          if (METHODS.contains(entry.getKey())) {
                            OperationContract operation =
                                operationCompiler.compile(path.getKey(), entry, path.getValue());
                            operations.put(operation.id(), operation);
                          }
                        }));
  }

  /** Compiles the contract; a fault in it is an {@link IllegalStateException}. */
  public static Contract of(ContractDocument document) {
    return new Contract(document);
  }

  /** Reads and compiles the contract of this program. */
  public static Contract load() {
    return of(ContractDocument.read());
  }

  /** The document as JSON, as it is served. */
  public byte[] json() {
    return json.clone();
  }

  /** Every operation in the order of the document. */
  public List<OperationContract> operations() {
    return List.copyOf(operations.values());
  }

  /** The operation of an id; one that the contract does not have is a fault. */
  public OperationContract operation(String id) {
    return requireNonNull(operations.get(id), id);
  }

  /**
   * The methods the contract offers on the path of a request, in alphabetical order; empty when no
   * path of the contract matches.
   *
   * @param path the path as it arrived, without query
   */
  public List<String> methodsOn(String path) {
    Set<String> methods = new TreeSet<>();
    for (OperationContract operation : operations.values()) {
      if (matches(operation.path(), path)) {
        methods.add(operation.method());
      }
    }
    return new ArrayList<>(methods);
  }

  private static boolean matches(String template, String path) {
    String expression =
        java.util.Arrays.stream(template.split("(?<=})|(?=\\{)"))
            .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
            .reduce("", String::concat);
    return path.matches(expression + "/?");
  }
}
