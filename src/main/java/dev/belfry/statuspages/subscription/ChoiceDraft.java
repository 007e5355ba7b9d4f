package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNullElse;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.platform.error.Violation;
import dev.belfry.statuspages.page.ServiceCodec;
import dev.belfry.statuspages.page.ServiceReferences;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client chose for a subscription.
 *
 * @param services null or absent for all
 * @param timezone name of the zone of {@code hour}
 */
record ChoiceDraft(
    Field<ServiceReferences> services,
    Field<DigestFrequency> frequency,
    Field<Integer> hour,
    Field<String> timezone) {
  static final String SERVICES = "services";
  static final String FREQUENCY = "frequency";
  static final String HOUR = "digestHour";
  static final String TIMEZONE = "timezone";

  static final ChoiceDraft NONE =
      new ChoiceDraft(Field.absent(), Field.absent(), Field.absent(), Field.absent());

  static ChoiceDraft read(FieldReader subscription) {
    return new ChoiceDraft(
        subscription.read(SERVICES, ServiceCodec::references),
        subscription.text(FREQUENCY, DigestFrequency::valueOf),
        subscription.whole(HOUR),
        subscription.text(TIMEZONE));
  }

  private DigestFrequency wantedFrequency() {
    return requireNonNullElse(frequency.value(), DigestFrequency.IMMEDIATE);
  }

  /** The violations of a choice for an address of a type. */
  List<Violation> violations(@Nullable SubscriptionType type) {
    List<Violation> violations = new ArrayList<>(0);
    ServiceReferences named = services.value();
    if (named != null) {
      for (int index : named.repeated()) {
        violations.add(new Violation(pointer(index), "must not appear twice"));
      }
    }
    if (wantedFrequency() != DigestFrequency.IMMEDIATE && (type == null || !type.takesDigests())) {
      violations.add(new Violation("/" + FREQUENCY, "must be IMMEDIATE: webhooks get no digests"));
    }
    String zone = timezone.value();
    if (zone != null && !isZone(zone)) {
      violations.add(new Violation("/" + TIMEZONE, "must be the IANA name of a time zone or UTC"));
    }
    return violations;
  }

  /** JSON pointer of the id of a service. */
  static String pointer(int index) {
    return ServiceCodec.pointer("/" + SERVICES, index);
  }

  static boolean isZone(String name) {
    return ZoneId.getAvailableZoneIds().contains(name);
  }

  /** The choice of a draft without violations. */
  SubscriptionChoice choice() {
    ServiceReferences named = services.value();
    String zone = timezone.value();
    return new SubscriptionChoice(
        named == null ? null : named.ids(),
        wantedFrequency() == DigestFrequency.IMMEDIATE
            ? DigestSchedule.IMMEDIATE
            : new DigestSchedule(
                wantedFrequency(),
                requireNonNullElse(hour.value(), DigestSchedule.USUAL_HOUR),
                ZoneId.of(zone == null ? "UTC" : zone)));
  }
}
