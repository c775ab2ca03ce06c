import { dayMs } from '@stockbook/common/durations';
import { type EntityManager, userRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { spend } from '../../quotas/budget.ts';

interface MailBudget {
  /** In the plural, for the error message. */
  readonly mails: string;
  readonly maximum: number;
}

/** The mailbox of an address as far as its spelling shows it: without case, and without a tag after `+`. */
function mailboxOf(address: string): string {
  return userRepository.comparisonKey(address).replace(/\+[^@]*/, '');
}

/**
 * Counts a mail that a user causes without a signal: by day, for the user and for the address. The latter holds over
 * all accounts and channels, so that no one gets more mails by a second account or by a channel that is created
 * again.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendMail(
  em: EntityManager,
  ctx: UserContext,
  address: string,
  { mails, maximum }: MailBudget,
): Promise<void> {
  const daily = { maximum, windowMs: dayMs };
  const message = `You have requested ${maximum} ${mails} within a day`;
  await spend(em, ctx, { ...daily, name: mails, message });
  const addressMessage = `This address was sent ${maximum} ${mails} within a day`;
  const ofAddress = { ...daily, name: `${mails} to an address`, message: addressMessage };
  await spend(em, ctx, ofAddress, mailboxOf(address));
}
