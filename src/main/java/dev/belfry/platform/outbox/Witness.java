package dev.belfry.platform.outbox;

/** Is told of every attempt that ended, after that was written down. */
public interface Witness {
  /** Is told nothing. */
  Witness NONE = (delivery, receipt, ended) -> {};

  /** An attempt ended. */
  void ended(Delivery delivery, Receipt receipt, Ended ended);
}
