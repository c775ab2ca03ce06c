import type { NeutralLine } from '../form.ts';

/** The fields of a line that most lines do not have. */
export const blankLine = {
  id: null,
  arrivingId: null,
  time: 0,
  moneyAccount: null,
  toAccount: null,
  security: null,
  quantity: null,
  gross: '0',
  fees: '0',
  taxes: '0',
  foreign: null,
  toAmount: null,
  toCurrency: null,
  exDate: null,
  note: null,
  ratio: null,
  asked: null,
  feeRateAsked: null,
  problem: null,
  skipped: null,
} satisfies Partial<NeutralLine>;
