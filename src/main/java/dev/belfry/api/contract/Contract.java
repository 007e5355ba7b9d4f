package dev.belfry.api.contract;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
  private final RouteTable routes = new RouteTable();
  private final UnsupportedRoutes unsupported;

  private Contract(ContractDocument source) {
    JsonNode document = source.document();
    this.json = source.json();
    this.unsupported = new UnsupportedRoutes(document.path("x-unsupported"));
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
                            routes.add(operation);
                          }
                        }));
    unsupported.plain().forEach(routes::exclude);
  }

  /** Compiles the contract; a fault in it is an {@link IllegalStateException}. */
  public static Contract of(ContractDocument document) {
    return new Contract(document);
  }

  /** The contract of this program, compiled when it is first asked for. */
  public static Contract load() {
    return OfThisProgram.CONTRACT;
  }

  /** It never changes, and to compile it takes a tenth of a second. */
  private static final class OfThisProgram {
    static final Contract CONTRACT = of(ContractDocument.read());
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
   * Where a request leads, null when there is no such operation. HEAD leads to what GET answers if
   * that needs no key and changes nothing.
   *
   * @param path the path as it arrived, without query
   * @throws IllegalArgumentException if the path is not well encoded
   */
  public @Nullable Route route(String method, String path) {
    if (!method.equals(HEAD)) {
      return routes.find(method, path);
    }
    Route read = routes.find("GET", path);
    return read == null || !read.operation().takesHead() ? null : read;
  }

  /**
   * How to answer a request without an operation for what this service lacks on purpose; null for
   * any other path.
   *
   * @throws IllegalArgumentException if the path is not well encoded
   */
  public UnsupportedRoutes.@Nullable Refusal unsupported(String path) {
    return unsupported.find(path);
  }

  /**
   * The methods the contract offers on the path of a request, in alphabetical order; empty when no
   * path of the contract matches. HEAD is offered where GET needs no key and changes nothing.
   *
   * @param path the path as it arrived, without query
   * @throws IllegalArgumentException if the path is not well encoded
   */
  public List<String> methodsOn(String path) {
    Set<String> methods = new TreeSet<>(routes.methods(path));
    if (route(HEAD, path) != null) {
      methods.add(HEAD);
    }
    return new ArrayList<>(methods);
  }
}
