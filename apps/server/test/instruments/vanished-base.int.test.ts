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
