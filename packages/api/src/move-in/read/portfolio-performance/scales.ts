import { MoveInError } from '../../move-in-error.ts';

/** The newest version whose format is known. */
export const knownVersion = 70;

/** Decimals of the whole numbers in a file. Amounts have 2 in every currency. */
interface Scales {
  readonly shares: number;
  readonly prices: number;
}

/**
 * @throws MoveInError for a version without currencies
 */
export function scalesOf(version: number): Scales {
  if (!(version >= 29)) {
    throw new MoveInError(
      'This file is of 2016 or older. Open it in Portfolio Performance, save it, and choose it again',
    );
  }
  if (version >= 49) return { shares: 8, prices: 8 };
  return { shares: 6, prices: version >= 30 ? 4 : 2 };
}
