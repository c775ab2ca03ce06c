import { describe, expect, it } from 'vitest';
import { withYahoo } from '../support/with-yahoo.ts';

describe('an ISIN', () => {
  it('stores an ISIN when the stock was added by its symbol before', async () => {
    const { harness, token, stock } = await withYahoo();
    await harness.addStock(token, 'AAPL');
    const other = await harness.signUp();
    const ended = await harness.addStock(other.token, 'US0378331005');
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { symbol: 'AAPL' } });
    expect(await stock('AAPL')).toMatchObject({ isin: 'US0378331005' });
  });

  it('resolves an ISIN to its primary listing, and stores it', async () => {
    const { harness, token, stock } = await withYahoo();
    const ended = await harness.addStock(token, 'US0378331005');
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { symbol: 'AAPL' } });
    expect(await stock('AAPL')).toMatchObject({ isin: 'US0378331005' });
  });
});

describe('an ISIN with a symbol', () => {
  async function add(isin: string | null | undefined) {
    const { mockServer, harness, token, stock } = await withYahoo();
    const { status, message } = await harness.runTask('/stocks/', { token, body: { symbol: 'AAPL', isin } });
    expect(status).toBe('SUCCESS');
    const searches = mockServer.requests.filter(
      ({ endpoint, subject }) => endpoint === 'search' && subject === isin,
    );
    return { message, isin: (await stock('AAPL')).isin, searches: searches.length, harness, token };
  }
  const added = 'AAPL was added to your watch list.';

  it('stores an ISIN with a symbol when the provider finds the symbol by it', async () => {
    expect(await add('US0378331005')).toMatchObject({ message: added, isin: 'US0378331005', searches: 1 });
  });

  it.each([
    ['another stock has', 'US5949181045'],
    ['no stock has', 'US0000000002'],
  ])('stores no ISIN that %s, and adds the stock without it', async (_, isin) => {
    const message = `${added} The ISIN ${isin} was not kept: it does not name AAPL.`;
    expect(await add(isin)).toMatchObject({ message, isin: null, searches: 1 });
  });

  it.each([null, undefined])('accepts an ISIN that is %s', async (isin) => {
    expect(await add(isin)).toMatchObject({ message: added, isin: null, searches: 0 });
  });

  it('stores an ISIN when an existing stock has none', async () => {
    const { harness, token } = await add(null);
    const before = (await harness.rest('GET', '/stocks/AAPL', { token })).body.stock;
    const other = await harness.signUp();
    const body = { symbol: 'AAPL', isin: 'US0378331005' };
    expect(await harness.runTask('/stocks/', { token: other.token, body })).toMatchObject({ message: added });
    const after = (await harness.rest('GET', '/stocks/AAPL', { token })).body.stock;
    expect(after).toEqual({ ...(before as object), isin: 'US0378331005' });
  });

  it('does not change the ISIN that the stock already has', async () => {
    const { harness, token } = await add('US0378331005');
    const other = await harness.signUp();
    const body = { symbol: 'AAPL', isin: 'US5949181045' };
    expect(await harness.runTask('/stocks/', { token: other.token, body })).toMatchObject({ message: added });
    const item = await harness.rest('GET', '/stocks/AAPL', { token });
    expect(item.body.stock).toMatchObject({ isin: 'US0378331005' });
  });

  it('rejects an invalid ISIN', async () => {
    const { harness, token } = await withYahoo();
    for (const [isin, error] of [
      ['US0378331006', 'Invalid ISIN: the check digit does not match'],
      ['AAPL', 'An ISIN has two letters, nine letters or digits, and a check digit'],
      ['', 'An ISIN has two letters, nine letters or digits, and a check digit'],
      [5, 'ISIN must be text'],
    ]) {
      const answer = await harness.rest('POST', '/stocks/', { token, body: { symbol: 'AAPL', isin } });
      expect(answer).toMatchObject({ status: 400, body: { error, details: [{ field: 'isin' }] } });
    }
  });
});
