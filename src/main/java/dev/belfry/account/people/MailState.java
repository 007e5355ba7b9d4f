package dev.belfry.account.people;

/** Whether an e-mail takes the link of an invitation to its address, as the API says it. */
enum MailState {
  /** It is queued, and tried for a day. */
  QUEUED,
  /** There is no mail server. */
  NOT_CONFIGURED,
  /** The account, or the address over all accounts, has had as many within a day as it may. */
  LIMITED
}
