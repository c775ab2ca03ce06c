import { expect, it } from 'vitest';
import { readDecimal, toDecimal } from '#lib/format/decimals.ts';
import { transaction } from '#testing/transactions.ts';
import { liveTotal } from './live-total.ts';
import { changesOf, findErrors, newRequest } from './transaction-request.ts';
import { newValues, type TransactionValues, valuesOf } from './transaction-shapes.ts';

const day = { currency: 'USD', fx_rate: 0.919, fx_currency: 'EUR' };
const price = { isTotal: false, isNominal: false };
const purchase = { type: 'BUY', symbol: 'NVDA', quantity: '10', price: '120', fees: '4.95' } as const;

function total(changes: Partial<TransactionValues>, isTotal = false, rate: number | null = 0.919) {
  return liveTotal(newValues(changes), { isTotal, isNominal: false }, { ...day, fx_rate: rate });
}

it.each([
  ['1,234.5', '1234.5'],
  ['1,234', '1234'],
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['1 234.50', '1234.50'],
  ['−3.', '-3'],
  ['.5', '.5'],
  ['1e3', null],
  ['1.2.3', null],
  ['ten', null],
  ['', null],
])('reads %j as %j', (typed, decimal) => {
  expect(readDecimal(typed)).toBe(decimal);
});

it.each([
  [100 / 3, '33.3333333333'],
  [1_000_000 / 3, '333333.333333333'],
  [1 / 3e9, '0.0000000003'],
  [120, '120'],
  [0, '0'],
])('writes %d with at most 10 decimals and 15 digits', (value, decimal) => {
  expect(toDecimal(value)).toBe(decimal);
});

it('writes the sum of a purchase with its costs, and converts it', () => {
  expect(total(purchase)).toBe('10 × 120.00 + 4.95 = 1,204.95 USD (1,107.35 EUR at 0.9190)');
  expect(total({ ...purchase, fx_rate: '0.92' })).toContain('(1,108.55 EUR at 0.9200)');
  expect(total(purchase, false, null)).toBe('10 × 120.00 + 4.95 = 1,204.95 USD');
  expect(total({ ...purchase, currency: 'EUR', fees: '' })).toBe('10 × 120.00 = 1,200.00 EUR');
  expect(total({ ...purchase, quantity: '' })).toBeNull();
});

it('subtracts costs from what is received', () => {
  expect(total({ ...purchase, type: 'SELL', taxes: '10' }, false, null)).toBe(
    '10 × 120.00 − 4.95 − 10.00 = 1,185.05 USD',
  );
  expect(total({ type: 'DIVIDEND', amount: '3', taxes: '0.75' }, false, null)).toBe('3.00 − 0.75 = 2.25 USD');
  expect(total({ type: 'DEPOSIT', amount: '500', currency: 'EUR' })).toBe('500.00 EUR');
  expect(total({ type: 'EXCHANGE', amount: '100', fees: '1', to_amount: '92', to_currency: 'EUR' })).toBe(
    '100.00 + 1.00 = 101.00 USD for 92.00 EUR',
  );
});

it('divides a total by the shares', () => {
  const values = newValues({ ...purchase, quantity: '3', price: '', total: '100' });
  expect(total(values, true, null)).toBe('3 × 33.3333333333 + 4.95 = 104.95 USD');
  expect(newRequest(values, 'BUY', { isTotal: true, isNominal: false })).toMatchObject({
    price: '33.3333333333',
    quantity: '3',
  });
});

it('names the fields that are missing or no numbers', () => {
  expect(findErrors(newValues({ type: 'BUY', date: '', fees: 'x' }), price)).toEqual({
    symbol: 'Enter a stock',
    date: 'Enter the date',
    quantity: 'Enter the number of shares',
    price: 'Enter the price of a share',
    fees: 'Enter a number',
  });
  expect(findErrors(newValues({ type: 'FEE', amount: '-3' }), price)).toEqual({});
  expect(
    findErrors(newValues({ type: 'BUY', symbol: '@BOND' }), { isTotal: false, isNominal: true }),
  ).toMatchObject({
    quantity: 'Enter the nominal value',
    price: 'Enter the price in per cent',
  });
});

it('sends only what an edit changes, and null for what another type does not use', () => {
  const stored = transaction({ type: 'BUY', quantity: 3, price: 947.8, fees: 1, fx_rate: 0.9201 });
  const unchanged = valuesOf(stored);
  expect(changesOf(stored, unchanged, 'BUY', price)).toBeNull();
  expect(changesOf(stored, { ...unchanged, fees: '2.25' }, 'BUY', price)).toEqual({ fees: '2.25' });
  expect(changesOf(stored, { ...unchanged, type: 'TRANSFER_OUT' }, 'TRANSFER_OUT', price)).toEqual({
    type: 'TRANSFER_OUT',
    price: null,
    fees: null,
    fx_rate: null,
    currency: null,
  });
});

it('takes the price of a bond in per cent, and adds accrued interest', () => {
  const bond = { type: 'BUY', symbol: '@BOND', quantity: '5000', price: '98.5', fees: '4.95' } as const;
  const euros = { ...day, currency: 'EUR' };
  expect(liveTotal(newValues(bond), { isTotal: false, isNominal: true }, euros, '12.5')).toBe(
    '5,000 × 98.50% + 4.95 + 12.50 = 4,942.45 EUR',
  );
  const byTotal = { ...newValues(bond), price: '', total: '4925' };
  expect(newRequest(byTotal, 'BUY', { isTotal: true, isNominal: true }).price).toBe('98.5');
});
