package dev.belfry.statuspages.domain;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How it stands with the custom domain of a page.
 *
 * @param status what the domain does
 * @param record that proves it
 * @param message what the owner can do, for people; null when nothing is wrong
 */
public record DomainState(Status status, DomainRecord record, @Nullable String message) {
  /** What a domain does. */
  public enum Status {
    /** It is not proved, and shows no page of the account. */
    PENDING,
    /** It is proved, and shows the page. */
    VERIFIED,
    /** It is not served in this installation, proved or not. */
    BLOCKED
  }

  /** SQL for the stored state of the domain of a page {@code p}; null when there is none. */
  public static final String STORED =
      """
      (SELECT coalesce(d.proof, d.problem, '') FROM custom_domains d
       WHERE d.account_id = p.account_id AND d.domain = p.custom_domain)""";

  /** SQL for the domain of a page {@code p} if it is proved; null otherwise. */
  public static final String PROVED =
      """
      (SELECT d.domain FROM custom_domains d
       WHERE d.account_id = p.account_id AND d.domain = p.custom_domain AND d.proof IS NOT NULL)""";

  /**
   * The state of a domain.
   *
   * @param stored what {@link #STORED} selected
   */
  public static DomainState of(
      UUID account, String domain, @Nullable String stored, DomainPolicy policy) {
    DomainRecord record = DomainRecord.of(account, domain);
    String blocked = policy.problem(domain).orElse(null);
    if (blocked != null) {
      return new DomainState(Status.BLOCKED, record, "The domain " + blocked);
    }
    return switch (stored == null ? "" : stored) {
      case "" -> pending(record, null);
      case "NOT_FOUND" -> pending(record, "The DNS has no such record yet");
      case "LOOKUP_FAILED" -> pending(record, "The name server could not be asked; trying again");
      case "TAKEN" -> pending(record, "Another account has the domain");
      default -> new DomainState(Status.VERIFIED, record, null);
    };
  }

  private static DomainState pending(DomainRecord record, @Nullable String message) {
    return new DomainState(Status.PENDING, record, message);
  }
}
