package dev.belfry.statuspages.domain;

/** Why an account has a domain. */
enum DomainProof {
  /** The record is in the DNS. */
  RECORD,
  /** An operator has allowed it by a command. */
  OPERATOR,
  /** The installation asks for no proof. */
  SETTING,
  /** It was served before domains had to be proved. */
  UPGRADE;

  /** Whether it ends when another account proves the domain by its record. */
  boolean givesWay() {
    return this == SETTING || this == UPGRADE;
  }
}
