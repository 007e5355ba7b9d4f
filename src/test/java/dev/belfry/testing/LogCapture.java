package dev.belfry.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a logger, or those below it, are told until this is closed. For any thread. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;

  /**
   * @param name of the logger: a class or a package
   */
  public LogCapture(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    messages.add(event.getFormattedMessage());
  }

  /** The messages so far, oldest first. */
  public List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
