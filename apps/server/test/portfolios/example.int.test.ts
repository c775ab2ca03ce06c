import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { type Harness, useHarness } from '../support/harness.ts';
import { usePortfolios } from '../support/with-portfolios.ts';

const harness = useHarness();

interface Listed {
  readonly symbol: string;
}

/** Calls of one user about the example. */
async function userOf(program: Harness, token?: string) {
  const own = token ?? (await program.signUp()).token;
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    program.rest(method, path, { token: own, ...(body && { body }) });
  const symbols = async () => {
    const { body } = await send('GET', '/stocks');
    return (body.stocks as { stock: Listed }[]).map(({ stock }) => stock.symbol).sort();
  };
  return {
    token: own,
    send,
    symbols,
    async createExample() {
      const started = await send('POST', '/portfolios/example');
      expect(started.status).toBe(202);
      const task = await program.waitForTask(`/portfolios/task/${started.body.task_id}`, own);
      expect(task).toMatchObject({ status: 'SUCCESS', message: 'The example was added' });
      return String(started.body.portfolio_id);
    },
  };
}

describe('the example portfolio', () => {
  it('holds stocks in three currencies at the closes of their days, marked as an example', async () => {
    const { createExample, send, symbols } = await userOf(harness());
    const id = await createExample();
    const { body: portfolio } = await send('GET', `/portfolios/${id}`);
    expect(portfolio).toMatchObject({ is_example: true, currency: 'EUR', benchmark: '^GSPC' });
    const { body } = await send('GET', `/portfolios/${id}/holdings?closed=true`);
    const holdings = body.holdings as { symbol: string; currency: string }[];
    expect(new Set(holdings.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD', 'GBp']));
    expect(body.skipped).toEqual([]);
    expect(await symbols()).toEqual(holdings.map(({ symbol }) => symbol).sort());
    const { body: performance } = await send('GET', `/portfolios/${id}/performance`);
    expect([performance.skipped, performance.problems]).toEqual([[], []]);
    expect(performance.twr).toEqual(expect.any(Number));
    const { body: realised } = await send('GET', `/portfolios/${id}/realised`);
    expect((realised.sales as unknown[]).length).toBeGreaterThan(1);
    const { body: transactions } = await send('GET', `/portfolios/${id}/transactions?limit=500`);
    for (const { type, date, symbol, price, currency } of transactions.transactions as Record<
      string,
      string
    >[]) {
      if (type === 'DIVIDEND') continue;
      const query = `date=${date}&symbol=${symbol}&currency=${currency}`;
      const { body: day } = await send('GET', `/portfolios/${id}/day-price?${query}`);
      expect(Number(price)).toBeGreaterThanOrEqual(Number(day.low) * 0.99999);
      expect(Number(price)).toBeLessThanOrEqual(Number(day.high) * 1.00001);
    }
  });

  it('exists once, however often it is requested', async () => {
    const { send, token } = await userOf(harness());
    const [first, second] = await Promise.all([
      send('POST', '/portfolios/example'),
      send('POST', '/portfolios/example'),
    ]);
    expect(second.body.portfolio_id).toBe(first.body.portfolio_id);
    await harness().waitForTask(`/portfolios/task/${first.body.task_id}`, token);
    const third = await send('POST', '/portfolios/example');
    expect([third.status, third.body]).toEqual([
      200,
      {
        portfolio_id: first.body.portfolio_id,
        message: 'The example is one of your portfolios already',
      },
    ]);
    expect((await send('GET', '/portfolios')).body.total).toBe(1);
  });

  it('takes along only the entries of the watch list that it made and that are unused', async () => {
    const { createExample, send, symbols, token } = await userOf(harness());
    await harness().addStock(token, 'KO');
    const id = await createExample();
    expect(await symbols()).toEqual(['AAPL', 'KO', 'MSFT', 'SAP.DE', 'SHEL.L']);
    await send('PATCH', '/stocks/AAPL', { is_favorite: true });
    const { body: own } = await send('POST', '/portfolios', { name: 'own' });
    const purchase = { type: 'BUY', date: '2024-05-20', symbol: 'MSFT', quantity: 1, price: 430 };
    expect((await send('POST', `/portfolios/${own.id}/transactions`, purchase)).status).toBe(201);
    // An entry that the user removes and adds again is the user's own.
    await send('DELETE', '/stocks/SAP.DE');
    await harness().addStock(token, 'SAP.DE');
    const { status, body } = await send('DELETE', `/portfolios/${id}`);
    expect([status, body.message]).toEqual([
      200,
      'The example was removed, and one stock from your watch list',
    ]);
    expect(await symbols()).toEqual(['AAPL', 'KO', 'MSFT', 'SAP.DE']);
    expect((await send('GET', '/portfolios')).body.total).toBe(1);
    expect((await send('DELETE', `/portfolios/${id}`)).status).toBe(404);
  });

  it('belongs to its user alone', async () => {
    const owner = await userOf(harness());
    const id = await owner.createExample();
    const other = await userOf(harness());
    expect((await other.send('DELETE', `/portfolios/${id}`)).body.error).toBe('Portfolio not found');
    expect(await owner.symbols()).toHaveLength(5);
    expect((await owner.send('DELETE', `/portfolios/${id}`)).body.message).toBe(
      'The example was removed, and 5 stocks from your watch list',
    );
    expect(await owner.symbols()).toEqual([]);
  });

  it('leaves a full watch list as it is', async () => {
    const { createExample, send, symbols } = await userOf(harness());
    const { body: me } = await send('GET', '/auth/me');
    const { quotas } = harness().services;
    await sql`
      insert into stock (symbol, name, is_active, refresh_due_at, created_at)
      select 'FULL' || number, 'Test', true, now() + interval '1 day', now() from generate_series(1, ${quotas.stocks}::int) number
    `.execute(harness().services.database.fork().getKysely());
    await sql`
      insert into user_stock (user_id, stock_id, added_at, is_favorite, notify_on_signals)
      select ${String(me.id)}::uuid, id, now(), false, false
      from stock where symbol like 'FULL%'
    `.execute(harness().services.database.fork().getKysely());
    const before = await symbols();
    expect(before).toHaveLength(quotas.stocks);
    const id = await createExample();
    expect(await symbols()).toEqual(before);
    expect((await send('DELETE', `/portfolios/${id}`)).body.message).toBe('The example was removed');
    expect(await symbols()).toEqual(before);
  });
});

describe('the example portfolio of CSV files', () => {
  const portfolios = usePortfolios();
  const closes = Array.from({ length: 400 }, (_, day) => {
    const date = new Date(Date.now() - (400 - day) * 86_400_000).toISOString().slice(0, 10);
    return [date, 50 + day / 10] as const;
  });

  it('fails with a sentence when no file has a currency', async () => {
    const { send, token } = await userOf(portfolios().harness, portfolios().token);
    const started = await send('POST', '/portfolios/example');
    expect(
      await portfolios().harness.waitForTask(`/portfolios/task/${started.body.task_id}`, token),
    ).toMatchObject({
      status: 'FAILURE',
      error: 'The source of prices has none of the example’s stocks',
    });
    expect((await send('GET', '/portfolios')).body.total).toBe(0);
  });

  it('holds the stocks of the folder, from their first day on', async () => {
    await portfolios().putPrices({ symbol: 'OWN', currency: 'EUR', closes });
    const { createExample, send } = await userOf(portfolios().harness, portfolios().token);
    const id = await createExample();
    const { body } = await send('GET', `/portfolios/${id}/holdings`);
    expect(body.holdings).toMatchObject([{ symbol: 'OWN', first_bought: closes[0]?.[0] }]);
  });
});
