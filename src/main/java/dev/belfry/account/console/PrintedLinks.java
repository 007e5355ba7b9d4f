package dev.belfry.account.console;

import dev.belfry.api.http.Pages;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Leads addresses that command lines make themselves and print to the console. */
final class PrintedLinks implements Pages {
  private static final Pattern TEST_SESSION =
      Pattern.compile("/accounts/[0-9a-fA-F-]{36}/test-sessions/([0-9a-fA-F-]{36})(/results/.*)?");

  @Override
  public String root() {
    return "/accounts";
  }

  @Override
  public @Nullable Page page(String path) {
    return null;
  }

  @Override
  public @Nullable String target(String path) {
    Matcher session = TEST_SESSION.matcher(path);
    return session.matches() ? "/console/test-sessions/" + session.group(1) : null;
  }
}
