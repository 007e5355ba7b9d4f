package dev.belfry.platform.guard;

/** Why a target cannot or may not be reached, before anything is dialled. */
public enum RefusalReason {
  /** The address in writing is not one we accept. */
  INVALID,
  NAME_NOT_FOUND,
  LOOKUP_FAILED,
  LOOKUP_TIMEOUT,
  NO_ADDRESS_OF_FAMILY,
  /** The address belongs to a range that may not be dialled. */
  FORBIDDEN
}
