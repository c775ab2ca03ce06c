import { randomUUID } from 'node:crypto';
import type { NewSignal } from '@stockbook/db';

type Notice = Pick<NewSignal, 'userId' | 'barDate' | 'sentence' | 'createdAt'> &
  Partial<Pick<NewSignal, 'ruleId' | 'stockId' | 'symbol' | 'rules'>>;

/** An entry of the inbox that reports a change that the program made. */
export function newNotice({
  ruleId = null,
  stockId = null,
  symbol = null,
  rules = [],
  ...notice
}: Notice): NewSignal {
  return {
    id: randomUUID(),
    kind: 'notice',
    ruleId,
    strategyId: null,
    side: null,
    stockId,
    symbol,
    close: null,
    currency: null,
    values: [],
    rules,
    dataSource: null,
    ...notice,
  };
}
