import { expect, it } from 'vitest';
import { usePortfolios } from '../support/with-portfolios.ts';

const portfolios = usePortfolios();

it('keeps the last prices of a linked stock that has no further ones, with a remark', async () => {
  const { harness, token, putPrices, create, get } = portfolios();
  const closes = [
    ['2024-01-02', 100],
    ['2024-01-10', 110],
  ] as const;
  await putPrices({ symbol: 'OLD', currency: 'EUR', closes });
  const instrument = {
    symbol: '@BAR',
    name: 'Bar',
    currency: 'EUR',
    pricing: 'linked',
    terms: { symbol: 'OLD', factor: 2 },
  };
  const created = await harness.rest('POST', '/instruments', { token, body: instrument });
  expect(created).toMatchObject({ status: 201, body: { bars: 2, last_date: '2024-01-10' } });
  const trade = { type: 'BUY', date: '2024-01-02', symbol: '@BAR', quantity: 1, price: 200, currency: 'EUR' };
  const id = await create({ currency: 'EUR' }, [trade]);
  const badgesOn = async (date: string) => {
    const { holdings } = await get(`/portfolios/${id}/holdings?date=${date}`);
    return (holdings as { price: number; badges: string[] }[]).map(({ price, badges }) => [price, badges]);
  };
  expect(await badgesOn('2024-01-12')).toEqual([[220, ['Own price of Jan 10, 2024']]]);
  expect(await badgesOn('2024-03-01')).toEqual([
    [220, ['Own price of Jan 10, 2024', 'OLD has no prices since Jan 10, 2024']],
  ]);
});

it('recomputes prices after a split of the linked stock', async () => {
  const { harness, token, putPrices, get } = portfolios();
  const prices = { symbol: 'SPLIT', currency: 'EUR' };
  await putPrices({
    ...prices,
    closes: [
      ['2024-01-02', 100],
      ['2024-01-03', 110],
    ],
  });
  const instrument = { symbol: '@HALF', name: 'Half', currency: 'EUR', pricing: 'linked' };
  const body = { ...instrument, terms: { symbol: 'SPLIT', factor: 0.5, add: 1 } };
  expect((await harness.rest('POST', '/instruments', { token, body })).status).toBe(201);
  const closes = async (symbol: string) =>
    ((await get(`/stocks/${symbol}/data`)).data as { close: number }[]).map(({ close }) => close);
  expect(await closes('@HALF')).toEqual([51, 56]);
  await putPrices({
    ...prices,
    closes: [
      ['2024-01-02', 50],
      ['2024-01-03', 55],
      ['2024-01-04', 60],
    ],
    splits: [['2024-01-04', 2, 1]],
  });
  expect(await closes('SPLIT')).toEqual([50, 55, 60]);
  expect(await closes('@HALF')).toEqual([26, 28.5, 31]);
  expect(await get('/stocks/@HALF/actions')).toMatchObject({ splits: [], total: 0 });
});
