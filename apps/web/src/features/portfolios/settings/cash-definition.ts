/** The two definitions of the return. */
export const cashDefinitions = [
  {
    value: 'invested',
    label: 'Invested money only',
    sentence: 'You enter trades. Cash is not tracked.',
  },
  {
    value: 'whole',
    label: 'Whole account',
    sentence: 'You enter deposits and withdrawals too.',
  },
] as const;
export type CashDefinition = (typeof cashDefinitions)[number]['value'];

/** The definition that a page names beside its returns. */
export function describeDefinition(isCashTracked: boolean): string {
  return isCashTracked ? 'Return on the whole account, with cash' : 'Return on invested money, without cash';
}

export function definitionOf({ cash_tracking: isCashTracked }: { cash_tracking: boolean }): CashDefinition {
  return isCashTracked ? 'whole' : 'invested';
}
