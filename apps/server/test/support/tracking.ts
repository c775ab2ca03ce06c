import type { SignalEntry, SignalRule } from '@stockbook/api/schemas';
import { signalRule } from '@stockbook/api/schemas';
import { expect } from 'vitest';
import { usePriceFiles } from './with-price-files.ts';

let count = 0;

/**
 * Starts a server with price files before all tests of the file. @returns adds a user who tracks a stock with `closes`
 */
export function useTracking(clock?: () => Date) {
  const files = usePriceFiles({}, clock);
  return async (closes: readonly number[]) => {
    const { harness, put } = files();
    const { token } = await harness.signUp();
    count += 1;
    const symbol = `NIGHT${count}`;
    await put(symbol, closes);
    await harness.addStock(token, symbol);
    const post = (path: string, body: object) => harness.rest('POST', path, { token, body });
    const get = async (path: string) => (await harness.rest('GET', path, { token })).body;
    const inbox = async (): Promise<SignalEntry[]> => (await get('/signals/')).signals as SignalEntry[];
    return {
      symbol,
      token,
      harness,
      put,
      post,
      get,
      inbox,
      patch: (path: string, body: object) => harness.rest('PATCH', path, { token, body }),
      async addRule(rule: object): Promise<SignalRule> {
        const { status, body } = await post('/signals/rules/', { symbol, ...rule });
        expect(status).toBe(201);
        return signalRule.parse(body);
      },
      rule: async (id: string) => signalRule.parse(await get(`/signals/rules/${id}`)),
      /** Replaces the stock's file and refreshes the stock. */
      async refresh(newCloses: readonly number[], of = symbol) {
        await put(of, newCloses);
        expect(await harness.refresh(token, of)).toMatchObject({ status: 'SUCCESS' });
      },
      /** The dates of the bars with signals, oldest first. */
      dates: async () => (await inbox()).map(({ bar_date }) => bar_date).reverse(),
    };
  };
}
