package dev.belfry.engine.run;

/**
 * A part of what an agent's engine writes, small enough for one message. The frames of an agent are
 * stored in their order; storing one again changes nothing.
 *
 * @param instance the agent that made it, which the service fences by
 * @param missed whether it holds missed runs, else results with what belongs to them
 * @param json the document, with ASCII or other text
 */
public record RunFrame(long instance, boolean missed, String json) {}
