package dev.belfry.engine.agent.protocol;

/**
 * The versions of the protocol and what both sides must know before the first message. Readers
 * ignore members that they do not know, so a version changes only when that is not enough.
 */
public final class AgentProtocol {
  /** The version that this program speaks. */
  public static final int VERSION = 1;

  /** The oldest version that this program understands: that of two releases before. */
  public static final int OLDEST = 1;

  /** Where agents open their streams. */
  public static final String PATH = "/agent";

  /** Has the version that an agent speaks. */
  public static final String PROTOCOL_HEADER = "Belfry-Agent-Protocol";

  /** Has the version of the agent's program, for people. */
  public static final String VERSION_HEADER = "Belfry-Agent-Version";

  /** Bytes of a frame of the stream. */
  public static final int FRAME_BYTES = 16_384;

  /** Bytes of a message from an agent. */
  public static final int MESSAGE_BYTES = 524_288;

  /** What the stream is closed with when the key opens the location no more. */
  public static final short KEY_REVOKED = 4401;

  /** What the stream is closed with after a message that no agent would send. */
  public static final short PROTOCOL_ERROR = 4400;

  /** What the stream is closed with when the instance of the service stops. */
  public static final short STOPPING = 1001;

  private AgentProtocol() {}
}
