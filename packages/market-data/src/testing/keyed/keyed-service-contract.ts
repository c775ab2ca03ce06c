import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { MarketDataProvider, ProviderHealth } from '../../provider/provider.ts';
import type { ProviderOptions } from '../../provider/provider-options.ts';
import type { KeyedFault, KeyedMockServer } from './keyed-mock-server.ts';

interface KeyedSubject {
  readonly name: string;
  readonly tokenVariable: string;
  readonly token: string;
  start(clock: () => Date): Promise<KeyedMockServer>;
  create(url: string, options: Partial<ProviderOptions>): MarketDataProvider;
}

const start = new Date('2026-11-21T12:20:00Z');

/** How every provider that needs a key treats the faults of its service. */
export function describeKeyedService({ name, tokenVariable, token, ...subject }: KeyedSubject): void {
  describe(`the key of ${name}`, () => {
    let now: Date;
    let mockServer: KeyedMockServer;
    let provider: MarketDataProvider;
    let published: ProviderHealth[];
    beforeEach(async () => {
      now = start;
      published = [];
      mockServer = await subject.start(() => now);
      provider = subject.create(mockServer.url, {
        clock: () => now,
        onHealth: (_service, health) => published.push(health),
      });
    });
    afterEach(() => mockServer.close());

    const failure = async (call: Promise<unknown>): Promise<MarketDataError> => {
      const error = await call.then(
        () => new Error('the call succeeded'),
        (reason: unknown) => reason,
      );
      if (!(error instanceof MarketDataError)) throw error;
      const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
      expect(shown).not.toContain(token);
      expect(shown).not.toContain(encodeURIComponent(token));
      return error;
    };

    it('names a token that the service rejects, and does not try it again within the hour', async () => {
      mockServer.behave('unauthorized');
      const message = `${tokenVariable} is not accepted by ${name}. Check it in the settings of the server`;
      expect(await failure(provider.history('AAPL'))).toMatchObject({ kind: 'unavailable', message });
      expect(await failure(provider.history('MSFT'))).toMatchObject({ kind: 'unavailable', message });
      expect(await failure(provider.search('apple', 5))).toMatchObject({ message });
      expect(mockServer.requests).toHaveLength(1);
      expect(provider.health()).toMatchObject({ status: 'unavailable', reason: message });
      expect(published.at(-1)).toMatchObject({ status: 'unavailable' });

      mockServer.behaveWell();
      now = new Date(start.getTime() + 60 * 60_000);
      expect((await provider.history('AAPL')).bars.date.length).toBeGreaterThan(1000);
      expect(provider.health().status).toBe('healthy');
      expect(published.at(-1)).toMatchObject({ status: 'healthy' });
    });

    it.each(['rate-limited', 'payment-required'] as const)(
      'names a token whose requests are used up (%s), and does not use it until they are available again',
      async (fault) => {
        mockServer.behave(fault);
        const error = await failure(provider.history('AAPL'));
        expect(error.kind).toBe('rate_limited');
        expect(error.message).toContain(
          `${tokenVariable} has used up its requests at ${name}; trying again after`,
        );
        await failure(provider.history('MSFT'));
        await failure(provider.lookup('MSFT'));
        expect(mockServer.requests).toHaveLength(1);
        expect(provider.health()).toMatchObject({ status: 'rate_limited', until: error.retryAt });

        mockServer.behaveWell();
        now = error.retryAt ?? start;
        expect(now > start).toBe(true);
        await provider.history('MSFT');
      },
    );

    it('obeys `retry-after`', async () => {
      mockServer.behave('rate-limited', { retryAfter: '1200' });
      expect(await failure(provider.history('AAPL'))).toMatchObject({
        retryAt: new Date('2026-11-21T12:40:00Z'),
        message: `${tokenVariable} has used up its requests at ${name}; trying again after 12:40 UTC`,
      });
    });

    it('does not stop other requests when its plan lacks the data of one', async () => {
      mockServer.behave('forbidden');
      expect(await failure(provider.history('AAPL'))).toMatchObject({
        kind: 'unavailable',
        message: `${name} does not offer this data with the plan of ${tokenVariable}`,
      });
      mockServer.behaveWell();
      await provider.history('AAPL');
    });

    it.each<[KeyedFault, MarketDataError['kind'], string]>([
      ['server-error', 'unavailable', `${name} reported a server error (status 502)`],
      ['html', 'bad_data', `${name} sent an unreadable response`],
      ['other-json', 'bad_data', `${name} sent an unreadable response`],
      ['cut-in-half', 'unavailable', `${name} cannot be reached`],
      ['hang-up', 'unavailable', `${name} cannot be reached`],
      ['not-found', 'not_found', 'No stock found for "AAPL"'],
      ['null-prices', 'bad_data', `${name} returned no valid prices for "AAPL"`],
    ])('rejects the fault %s with %s', async (fault, kind, message) => {
      mockServer.behave(fault);
      expect(await failure(provider.history('AAPL'))).toMatchObject({ kind, message });
    });

    it.each(['hang', 'stall'] as const)('reports a time-out when the service is slow (%s)', async (fault) => {
      const { timeout } = AbortSignal;
      const shortened = vi
        .spyOn(AbortSignal, 'timeout')
        .mockImplementation(() => timeout.call(AbortSignal, 50));
      onTestFinished(() => shortened.mockRestore());
      mockServer.behave(fault);
      expect(await failure(provider.history('AAPL'))).toMatchObject({
        kind: 'unavailable',
        message: `${name} did not respond in time`,
      });
      expect(shortened).toHaveBeenCalledWith(20_000);
    });

    it('leaves the token out of errors, even if the cause contains the address', async () => {
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const headers = JSON.stringify(init?.headers);
        throw new TypeError(`Failed to fetch ${input}`, { cause: new Error(`${input} ${headers}`) });
      };
      const error = await failure(subject.create(mockServer.url, { fetch }).history('AAPL'));
      expect(inspect(error)).toContain('Failed to fetch');
    });
  });
}
