import type { Transaction } from '@stockbook/api/schemas';

/** A purchase, with overrides. */
export function transaction(facts: Partial<Transaction> = {}): Transaction {
  return {
    id: '00000000-0000-4000-8000-300000000001',
    type: 'BUY',
    date: '2024-05-20',
    ordinal: 1,
    symbol: 'NVDA',
    name: 'NVIDIA Corporation',
    quantity: 3,
    price: 947.8,
    amount: null,
    currency: 'USD',
    fees: 1,
    taxes: 0,
    fx_rate: null,
    fx_currency: null,
    ex_date: null,
    to_amount: null,
    to_currency: null,
    quantity_now: 30,
    price_now: 94.78,
    value: 2617.13,
    is_counted: true,
    note: null,
    external_id: null,
    import_id: null,
    transfer_id: null,
    created_at: '2026-11-23T12:00:00.000Z',
    updated_at: '2026-11-23T12:00:00.000Z',
    ...facts,
  };
}
