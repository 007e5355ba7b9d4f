package dev.belfry.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Makes JSON of a form, so that one validation serves both. */
final class FormBody {
  private FormBody() {}

  /**
   * The fields of a form as an object of texts; of a field that is there twice, the first.
   *
   * @param lists fields that may be there more than once: each becomes an array of texts
   * @throws ApiException 400 when it is not a form
   */
  static byte[] json(byte[] form, Set<String> lists) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    try {
      new QueryStringDecoder(new String(form, StandardCharsets.UTF_8), false)
          .parameters()
          .forEach(
              (name, values) -> {
                if (lists.contains(name)) {
                  ArrayNode list = fields.putArray(name);
                  values.forEach(list::add);
                } else {
                  fields.put(name, values.get(0));
                }
              });
    } catch (IllegalArgumentException e) {
      throw new ApiException(ApiError.BAD_REQUEST, "The body is not a form");
    }
    return fields.toString().getBytes(StandardCharsets.UTF_8);
  }
}
