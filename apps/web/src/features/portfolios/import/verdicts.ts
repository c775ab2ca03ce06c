import type { TransactionImportLine } from '@stockbook/api/schemas';
import type { BadgeTone } from '#components/ui/badge.tsx';

type Verdict = TransactionImportLine['verdict'];

/** The verdicts on lines of a file, in words. */
export const verdicts: Readonly<Record<Verdict, { readonly label: string; readonly tone: BadgeTone }>> = {
  new: { label: 'New', tone: 'accent' },
  already_there: { label: 'Already there', tone: 'neutral' },
  skipped: { label: 'Left out', tone: 'neutral' },
  problem: { label: 'Problem', tone: 'bad' },
};
