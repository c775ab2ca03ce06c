import { dayMs } from '@stockbook/common/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProviders } from '../create-provider.ts';
import type { ProviderOptions } from '../provider/provider-options.ts';
import { createMemoryPauseStore, type PauseStore } from '../quotes/pauses.ts';
import type { QuoteProvider } from '../quotes/quote-provider.ts';
import { startEodhdMockServer } from '../testing/keyed/eodhd-mock-server.ts';
import type { KeyedMockServer } from '../testing/keyed/keyed-mock-server.ts';
import { startTiingoMockServer } from '../testing/keyed/tiingo-mock-server.ts';
import { describeQuotes } from '../testing/quote-contract.ts';
import { startYahooMockServer } from '../testing/yahoo-mock-server.ts';

const token = 'a-token';
/** A Friday during the session of New York. */
const start = new Date('2026-11-20T15:00:00Z');
const apple = { symbol: 'AAPL', currency: 'USD', timezone: 'America/New_York' };

let now = start;
/** Age of the trades in the answers, beside the usual one. */
let agedMs = 0;
const tradedNow = () => new Date(now.getTime() - agedMs);
let server: KeyedMockServer;
let pauses: PauseStore;
let provider: QuoteProvider;

function firstOf(options: Partial<ProviderOptions> & Pick<ProviderOptions, 'mode'>): QuoteProvider {
  const [first] = createProviders({ isProduction: true, clock: () => now, pauses, ...options }).quotes;
  if (!first) throw new Error('the mode has no quotes');
  return first;
}

/** The state of the market of a stock at a time of November 20, 2026. */
async function stateAt(utcTime: string, instrument = apple) {
  now = new Date(`2026-11-20T${utcTime}Z`);
  return (await provider.quotes([instrument])).quotes[0]?.marketState;
}

beforeEach(() => {
  now = start;
  agedMs = 0;
  pauses = createMemoryPauseStore();
});
afterEach(() => server.close());

describe('Tiingo', () => {
  beforeEach(async () => {
    server = await startTiingoMockServer(token, tradedNow);
    const options = { tiingoUrl: server.url, tiingoToken: token, tiingoQuotesPerHour: 2 };
    provider = firstOf({ mode: 'tiingo', ...options });
  });

  describeQuotes('Tiingo', () => provider, { instruments: [apple, { ...apple, symbol: 'BRK-B' }] });

  it('has no volume, because it is that of one exchange, and no delay', async () => {
    const { quotes } = await provider.quotes([apple]);
    expect(quotes[0]).toMatchObject({
      volume: null,
      delayMinutes: 0,
      sourceName: 'Tiingo (IEX)',
      marketState: 'open',
    });
    expect(quotes[0]?.previousClose).toBeGreaterThan(0);
  });

  it('makes no call for instruments that it cannot know', async () => {
    const { quotes, calls } = await provider.quotes([{ ...apple, symbol: 'SAP.DE' }]);
    expect([quotes, calls, server.requests.length]).toEqual([[], 0, 0]);
  });

  it('stops at the budget of the hour', async () => {
    for (let call = 0; call < 2; call += 1) await provider.quotes([apple]);
    await expect(provider.quotes([apple])).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'The hourly budget for prices is used up',
      retryAt: new Date('2026-11-20T16:00:00Z'),
    });
    expect(server.requests).toHaveLength(2);
    now = new Date('2026-11-20T16:00:00Z');
    expect((await provider.quotes([apple])).quotes).toHaveLength(1);
  });

  it('reports a closed market 30 minutes after the opening when nothing has traded today', async () => {
    agedMs = dayMs;
    expect([await stateAt('14:59:59'), await stateAt('15:00:00')]).toEqual(['open', 'closed']);
    agedMs = 0;
    expect(await stateAt('15:00:01')).toBe('open');
  });

  it('answers while both ways to Yahoo are refused in the mode auto', async () => {
    const yahoo = await startYahooMockServer({ clock: () => now });
    const options = { tiingoUrl: server.url, tiingoToken: token, yahooUrl: yahoo.url, callSpacingMs: 0 };
    const auto = firstOf({ mode: 'auto', ...options });
    expect(await auto.quotes([apple])).toMatchObject({ source: 'yahoo', way: 'quote' });
    yahoo.behave('rate-limited');
    expect(await auto.quotes([apple])).toMatchObject({ source: 'tiingo', way: 'iex' });
    const german = { symbol: 'SAP.DE', currency: 'EUR', timezone: 'Europe/Berlin' };
    await expect(auto.quotes([german])).rejects.toMatchObject({
      message: 'Yahoo Finance is limiting requests',
    });
    await yahoo.close();
  });
});

describe('EODHD', () => {
  beforeEach(async () => {
    server = await startEodhdMockServer(token, tradedNow);
    const options = { eodhdUrl: server.url, eodhdToken: token, eodhdQuotesPerDay: 16 };
    provider = firstOf({ mode: 'eodhd', ...options });
  });

  const pair = { symbol: 'EURUSD=X', currency: 'USD', timezone: 'Europe/London' };
  describeQuotes('EODHD', () => provider, {
    instruments: [apple, { symbol: 'SAP.DE', currency: 'EUR', timezone: 'Europe/Berlin' }, pair],
  });

  it('states a delay of 15 minutes, and of one for currencies', async () => {
    const { quotes } = await provider.quotes([apple, pair]);
    expect(quotes.map(({ delayMinutes }) => delayMinutes)).toEqual([15, 1]);
  });

  it('reports a closed market 30 minutes and the delay after the opening when nothing has traded today', async () => {
    agedMs = dayMs;
    expect([await stateAt('15:14:59'), await stateAt('15:15:00')]).toEqual(['open', 'closed']);
  });

  it('reports a closed market during the lunch pause of Hong Kong', async () => {
    const tencent = { symbol: '0700.HK', currency: 'HKD', timezone: 'Asia/Hong_Kong' };
    const states = [];
    for (const time of ['03:59:59', '04:00:00', '05:00:00']) states.push(await stateAt(time, tencent));
    expect(states).toEqual(['open', 'closed', 'open']);
    const opensLater = { ...tencent, learned: { opens: '10:00', weekendDays: [] } };
    expect([await stateAt('01:59:59', opensLater), await stateAt('02:00:00', opensLater)]).toEqual([
      'closed',
      'open',
    ]);
  });

  it('counts each ticker against the budget of the day', async () => {
    await provider.quotes(Array.from({ length: 15 }, (_, index) => ({ ...apple, symbol: `X${index}` })));
    await expect(provider.quotes([apple, pair])).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'The daily budget for prices is used up',
      retryAt: new Date('2026-11-21T00:00:00Z'),
    });
    expect((await provider.quotes([apple])).quotes).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('makes no calls for a day when its plan has no prices during the session', async () => {
    server.behave('forbidden');
    const refused = { kind: 'rate_limited', message: 'This EODHD plan has no prices during the session' };
    await expect(provider.quotes([apple])).rejects.toMatchObject(refused);
    server.behaveWell();
    await expect(provider.quotes([apple])).rejects.toMatchObject(refused);
    expect(server.requests).toHaveLength(1);
    now = new Date(start.getTime() + 24 * 60 * 60_000);
    expect((await provider.quotes([apple])).quotes).toHaveLength(1);
  });
});
