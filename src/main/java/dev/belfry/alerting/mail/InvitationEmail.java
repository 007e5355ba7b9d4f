package dev.belfry.alerting.mail;

import dev.belfry.api.auth.Role;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The data of an e-mail that invites a person to an account. Strangers get it, so what a user wrote
 * takes one short line. Pure.
 *
 * @param address of the person who is invited
 * @param account its name
 * @param inviter name of the person who invites, null for a program's key
 * @param inviterAddress null with the name
 * @param link accepts the invitation
 * @param until when the link stops working
 * @param format how the receiver reads times
 */
record InvitationEmail(
    String address,
    String account,
    @Nullable String inviter,
    @Nullable String inviterAddress,
    Role role,
    String link,
    Instant until,
    TimeFormat format) {
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_ADDRESS = 254;

  /** The e-mail. */
  EmailContent content() {
    String name = name(account);
    String who = inviter == null ? "" : name(inviter) + " (" + address(inviterAddress) + ")";
    URI target = Wording.link(link);
    List<EmailContent.Fact> facts = new ArrayList<>();
    if (!who.isEmpty()) {
      facts.add(new EmailContent.Fact("Invited by", who));
    }
    facts.add(new EmailContent.Fact("Account", name));
    facts.add(new EmailContent.Fact("Role", words(role)));
    facts.add(new EmailContent.Fact("Works until", format.time(until)));
    return new EmailContent(
        inviter == null
            ? "You are invited to " + name + " in Belfry"
            : name(inviter) + " invites you to " + name + " in Belfry",
        new EmailContent.Heading(
            EmailStyle.PLAIN,
            "Invitation",
            name,
            (who.isEmpty() ? "You are invited" : who + " invites you")
                + " to this account of Belfry, which monitors web sites and services."),
        "",
        facts,
        target == null
            ? List.of()
            : List.of(new EmailContent.Link("Accept the invitation", target)),
        new EmailContent.Closing(
            (who.isEmpty() ? "A program of the account" : "The person above")
                + " entered the address "
                + address(address)
                + ". If you do not expect this, ignore it: nothing happens.",
            null));
  }

  /** Without marks that would turn the text around them. */
  private static String name(String text) {
    String line = Wording.line(text.replaceAll("\\p{Cf}", ""), LONGEST_NAME);
    return line.isEmpty() ? "an account" : line;
  }

  private static String address(@Nullable String text) {
    return text == null ? "" : Wording.line(text, LONGEST_ADDRESS);
  }

  private static String words(Role role) {
    String word = role.name().toLowerCase(Locale.ROOT);
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
