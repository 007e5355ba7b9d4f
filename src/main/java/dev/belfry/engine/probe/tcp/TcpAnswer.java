package dev.belfry.engine.probe.tcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.assertion.JsonPaths;
import dev.belfry.monitoring.check.AssertionSource;
import org.jspecify.annotations.Nullable;

/**
 * What a TCP server sent.
 *
 * @param data as text, {@code ""} when nothing was sent or read
 * @param bytes that were read
 * @param cut whether reading stopped at the limit before the end of the data
 */
public record TcpAnswer(String data, long bytes, boolean cut) implements ProbeAnswer {
  /** Characters of the data that are kept with a result. */
  static final int DATA_KEPT = 4_096;

  /** The answer of a server that was not asked to say anything. */
  public static final TcpAnswer CONNECTED = new TcpAnswer("", 0, false);

  @Override
  public int statusCode() {
    return 0;
  }

  @Override
  public JsonNode actual(AssertionSource source, String property) throws AssertionFault {
    if (source != AssertionSource.RESPONSE_DATA) {
      return MissingNode.getInstance();
    }
    return property.isEmpty() ? TextNode.valueOf(data) : JsonPaths.read(data, property);
  }

  @Override
  public int characters() {
    return data.length();
  }

  /** Any answer is right. */
  @Override
  public @Nullable Failure failure() {
    return null;
  }

  @Override
  public void describe(ObjectNode detail) {
    if (bytes == 0) {
      return;
    }
    int end = Math.min(data.length(), DATA_KEPT);
    boolean splits = end < data.length() && Character.isHighSurrogate(data.charAt(end - 1));
    detail.put("data", data.substring(0, splits ? end - 1 : end));
    detail.put("bytes", bytes);
    if (cut) {
      detail.put("cut", true);
    }
  }
}
