import { expect, it } from 'vitest';
import { addressOf, parseListAddress, viewOf } from './list-view.ts';

it('writes only what is not default into the address', () => {
  expect(Object.values(addressOf(viewOf({})))).toEqual(Array(8).fill(undefined));
});

it('reads back what it wrote', () => {
  const view = {
    layout: 'table',
    columns: ['last', 'note'],
    own: ['rsi(14)', 'close > sma(200)'],
    isGrouped: true,
    filter: 'favorites',
    list: '00000000-0000-4000-8000-000000000001',
    search: '2330',
    order: 'volume-desc',
  } as const;
  const address = addressOf(view);
  expect(address).toEqual({
    view: 'table',
    columns: 'last,note',
    own: 'rsi(14);close > sma(200)',
    group: 'sector',
    filter: 'favorites',
    list: '00000000-0000-4000-8000-000000000001',
    q: '2330',
    sort: 'volume-desc',
  });
  // The router reads a number.
  expect(viewOf(parseListAddress({ ...address, q: 2330 }))).toEqual(view);
});

it('ignores what is not valid', () => {
  const address = parseListAddress({
    view: 'tree',
    columns: 7,
    filter: 'x',
    q: {},
    sort: 'volume-up',
    own: 7,
    group: 'name',
  });
  expect(viewOf(address)).toEqual(viewOf({}));
  expect(viewOf(parseListAddress({ columns: 'note,password,last' })).columns).toEqual(['last', 'note']);
});
