import type { Instrument } from '@stockbook/api/schemas';

export const reminderNames: Readonly<Record<Instrument['remind'], string>> = {
  never: 'Never',
  monthly: 'After a month',
  quarterly: 'After three months',
  yearly: 'After a year',
};

export function reminderOf(typed: string): Instrument['remind'] {
  return typed === 'monthly' || typed === 'quarterly' || typed === 'yearly' ? typed : 'never';
}
