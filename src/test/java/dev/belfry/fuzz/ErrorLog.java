package dev.belfry.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/** Errors and stack traces that are logged until this is closed. For any thread. */
final class ErrorLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final int MOST = 100;

  private final Set<String> entries = ConcurrentHashMap.newKeySet();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  ErrorLog() {
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    boolean bad =
        event.getLevel().isGreaterOrEqual(Level.ERROR) || event.getThrowableProxy() != null;
    if (bad && entries.size() < MOST) {
      String cause =
          event.getThrowableProxy() == null
              ? ""
              : " "
                  + event.getThrowableProxy().getClassName()
                  + ": "
                  + event.getThrowableProxy().getMessage();
      entries.add(event.getLoggerName() + ": " + event.getFormattedMessage() + cause);
    }
  }

  /** The entries, each text once; a text that repeats must not displace others. */
  List<String> entries() {
    return entries.stream().sorted().toList();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    stop();
  }
}
