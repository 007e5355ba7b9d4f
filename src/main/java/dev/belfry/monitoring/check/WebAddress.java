package dev.belfry.monitoring.check;

import dev.belfry.api.contract.PlainAddress;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;

/** Addresses that monitors probe and channels are told through. */
public final class WebAddress {
  private WebAddress() {}

  /** Whether a text is an absolute http or https address that can be requested. */
  public static boolean isWellFormed(String text) {
    if (PlainAddress.matches(text)) {
      return true;
    }
    try {
      Target.parse(text);
      return true;
    } catch (TargetRefusedException e) {
      return false;
    }
  }

  /** Whether a text is a host name, and no IP address. */
  public static boolean isName(String text) {
    try {
      return Host.ofName(text).address() == null;
    } catch (TargetRefusedException e) {
      return false;
    }
  }

  /** Whether a text is a host name or an IP address that can be dialled. */
  public static boolean isHost(String text) {
    try {
      Host.ofName(text);
      return true;
    } catch (TargetRefusedException e) {
      return false;
    }
  }
}
