import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProvider, type ProviderOptions } from '../create-provider.ts';
import type { ProviderCall } from '../provider/observe-provider.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { startYahooStandIn, type YahooStandIn } from '../testing/yahoo-mock-server.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** The address of a server that is gone. */
async function deadUrl(): Promise<string> {
  const standIn = await startYahooStandIn();
  await standIn.close();
  return standIn.url;
}

function autoProvider(yahooUrl: string, options: Partial<ProviderOptions> = {}) {
  return createProvider({ mode: 'auto', yahooUrl, isProduction: false, clock: () => NOW, ...options });
}

describeProviderContract('the auto provider with Yahoo', async () => {
  const standIn = await startYahooStandIn({ clock: () => NOW });
  return { provider: autoProvider(standIn.url), source: 'yahoo', close: standIn.close };
});

describeProviderContract('the auto provider without Yahoo', async () => ({
  provider: autoProvider(await deadUrl()),
  source: 'simulated',
  status: 'unavailable',
  isCutOff: true,
}));

describe('the auto provider', () => {
  let standIn: YahooStandIn;
  beforeEach(async () => {
    standIn = await startYahooStandIn({ clock: () => NOW });
  });
  afterEach(() => standIn.close());

  it.each(['server-error', 'html', 'hang-up', 'cut-in-half', 'rate-limited', 'other-json'] as const)(
    'does not hide behind simulated prices that Yahoo answers badly: %s',
    async (misbehaviour) => {
      standIn.behave(misbehaviour);
      await expect(autoProvider(standIn.url).history('AAPL')).rejects.toMatchObject({
        name: 'MarketDataError',
      });
    },
  );

  it('does not take what Yahoo does not know from the catalogue', async () => {
    standIn.behave('delisted');
    await expect(autoProvider(standIn.url).history('AAPL')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('takes no stock for gone whose history the catalogue does not hold, while Yahoo is out of reach', async () => {
    await expect(autoProvider(await deadUrl()).history('SAP2.DE')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance cannot be reached',
      retryAt: later(60),
    });
  });

  it('tries Yahoo again after a minute, no sooner, and then keeps to it', async () => {
    const { port } = new URL(standIn.url);
    await standIn.close();
    let now = NOW;
    const calls: ProviderCall[] = [];
    const provider = autoProvider(standIn.url, { clock: () => now, onCall: (call) => calls.push(call) });
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect(provider.health()).toEqual({
      status: 'unavailable',
      until: later(60),
      reason: 'Yahoo Finance cannot be reached; prices are simulated',
    });

    standIn = await startYahooStandIn({ port: Number(port), clock: () => NOW });
    now = later(59);
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect(standIn.requests).toHaveLength(0);
    now = later(60);
    expect((await provider.history('AAPL')).source).toBe('yahoo');
    expect(provider.health().status).toBe('healthy');
    expect(calls.map(({ provider: source, outcome }) => `${source} ${outcome}`)).toEqual([
      'simulated ok',
      'simulated ok',
      'yahoo ok',
    ]);
  });

  it('notices that Yahoo, once reached, is gone', async () => {
    const provider = autoProvider(standIn.url);
    expect((await provider.history('AAPL')).source).toBe('yahoo');
    const { port } = new URL(standIn.url);
    await standIn.close();
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect((await provider.lookup('AAPL')).isin).toBe('US0378331005');
    standIn = await startYahooStandIn({ port: Number(port) });
  });

  it('fails in production rather than show simulated prices', async () => {
    const provider = autoProvider(await deadUrl(), { isProduction: true });
    expect(provider.mode).toBe('auto');
    await expect(provider.history('AAPL')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance cannot be reached',
    });
    expect(provider.health()).toMatchObject({ status: 'unavailable' });
  });
});
