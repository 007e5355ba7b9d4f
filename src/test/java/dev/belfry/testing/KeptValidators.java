package dev.belfry.testing;

import static java.util.Objects.requireNonNull;

import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import io.vertx.openapi.contract.OpenAPIContract;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The library's validators, each kept as long as it is among the last in use. The library makes a
 * new one for every value, and each copies the map of all schemas of the contract.
 */
final class KeptValidators {
  /** Each holds a copy of that map. */
  private static final int MOST = 40;

  private final Map<Key, Validator> bySchema = new LinkedHashMap<>(MOST, 0.75f, true);

  private KeptValidators() {}

  /** A schema is itself; the library's compare by content, which takes as long as to validate. */
  private record Key(JsonSchema schema) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.schema == schema;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(schema);
    }
  }

  /** The same contract, whose schemas keep their validators. */
  static OpenAPIContract of(OpenAPIContract contract) {
    KeptValidators kept = new KeptValidators();
    SchemaRepository made = contract.getSchemaRepository();
    SchemaRepository keeping =
        proxy(
            SchemaRepository.class,
            (proxy, method, arguments) ->
                isValidatorOfSchema(method)
                    ? kept.get(
                        (JsonSchema) arguments[0], () -> made.validator((JsonSchema) arguments[0]))
                    : call(made, method, arguments));
    return proxy(
        OpenAPIContract.class,
        (proxy, method, arguments) ->
            method.getName().equals("getSchemaRepository")
                ? keeping
                : call(contract, method, arguments));
  }

  private static boolean isValidatorOfSchema(Method method) {
    return method.getName().equals("validator")
        && method.getParameterCount() == 1
        && method.getParameterTypes()[0] == JsonSchema.class;
  }

  private synchronized Validator get(JsonSchema schema, Supplier<Validator> make) {
    Validator validator = bySchema.computeIfAbsent(new Key(schema), key -> make.get());
    if (bySchema.size() > MOST) {
      bySchema.remove(bySchema.keySet().iterator().next());
    }
    return validator;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw requireNonNull(e.getCause());
    }
  }
}
