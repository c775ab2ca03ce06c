import { userRepository } from '@stockbook/db';
import { dayMs } from '@stockbook/market-data';
import type { Services } from '../../context.ts';
import { minuteMs } from '../../durations.ts';

/** How long a link and a code are valid. A code can be guessed, and is entered by somebody who waits for it. */
export const confirmationValidForMs = { link: 3 * dayMs, code: 30 * minuteMs };

/** How addresses are confirmed: without `PUBLIC_URL`, no link can be made. */
export function confirmationKind({ notifier }: Pick<Services, 'notifier'>): 'link' | 'code' {
  return notifier.publicUrl === null ? 'code' : 'link';
}

/** Whether the address can be confirmed: by a code, which the user enters, only the user's own one. */
export function isConfirmable(
  services: Pick<Services, 'notifier'>,
  user: { readonly email: string },
  address: string,
): boolean {
  const { comparisonKey } = userRepository;
  return confirmationKind(services) === 'link' || comparisonKey(address) === comparisonKey(user.email);
}
