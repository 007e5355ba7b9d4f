package dev.belfry.monitoring.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/** The JSON members of a {@link RetryDraft}. */
public final class RetryCodec {
  static final String MAX_RETRIES = "maxRetries";
  static final String MAX_DURATION = "maxDurationSeconds";
  private static final String TYPE = "type";
  private static final String BASE_BACKOFF = "baseBackoffSeconds";
  private static final String SAME_REGION = "sameRegion";
  static final String ONLY_ON = "onlyOn";

  private RetryCodec() {}

  /** Reads the object. */
  public static RetryDraft read(FieldReader object) {
    return new RetryDraft(
        object.text(TYPE),
        object.decimal(BASE_BACKOFF),
        object.flag(SAME_REGION),
        object.whole(MAX_RETRIES),
        object.decimal(MAX_DURATION),
        object.json(ONLY_ON).map(RetryCodec::reasons));
  }

  /** Writes the members that were sent. */
  public static void write(RetryDraft draft, FieldWriter object) {
    object
        .text(TYPE, draft.type())
        .number(BASE_BACKOFF, draft.baseBackoffSeconds())
        .flag(SAME_REGION, draft.sameRegion())
        .number(MAX_RETRIES, draft.maxRetries())
        .number(MAX_DURATION, draft.maxDurationSeconds())
        .texts(ONLY_ON, draft.onlyOn());
  }

  /** A bare text is stored as a list. */
  private static List<String> reasons(JsonNode sent) {
    if (sent.isTextual()) {
      return List.of(sent.textValue());
    }
    List<String> reasons = new ArrayList<>(1);
    sent.forEach(reason -> reasons.add(reason.asText()));
    return reasons;
  }
}
