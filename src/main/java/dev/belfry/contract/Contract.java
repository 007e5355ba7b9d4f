package dev.belfry.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
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
  /** The method that asks for what GET answers, without the body (RFC 9110, 9.3.2). */
  public static final String HEAD = "HEAD";

  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "head", "options");

  private final byte[] json;
  private final Map<String, OperationContract> operations = new LinkedHashMap<>();
  private final Map<String, Pattern> paths = new HashMap<>();

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
                            paths.put(operation.path(), pattern(operation.path()));
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
   * path of the contract matches. HEAD is offered where GET needs no key.
   *
   * @param path the path as it arrived, without query
   */
  public List<String> methodsOn(String path) {
    Set<String> methods = new TreeSet<>();
    for (OperationContract operation : operations.values()) {
      if (requireNonNull(paths.get(operation.path())).matcher(path).matches()) {
        methods.add(operation.method());
        if (operation.open() && operation.method().equals("GET")) {
          methods.add(HEAD);
        }
      }
    }
    return new ArrayList<>(methods);
  }

  private static Pattern pattern(String template) {
    String expression =
        java.util.Arrays.stream(template.split("(?<=})|(?=\\{)"))
            .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
            .reduce("", String::concat);
    return Pattern.compile(expression + "/?");
  }
}
