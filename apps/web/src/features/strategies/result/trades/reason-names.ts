import type { Trade } from '../../api/types.ts';

/** Why a trade ended. */
export const reasonNames: Readonly<Record<Trade['reason'], string>> = {
  exit: 'Exit',
  stop: 'Stop',
  take_profit: 'Take-profit',
  time: 'Time',
  open: 'Open',
  ruin: 'Ruin',
};
