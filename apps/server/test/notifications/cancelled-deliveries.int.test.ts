import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles({ NOTIFY_ALLOW_HOSTS: ['127.0.0.1'] });

/** A user with a webhook and a waiting signal of each symbol. */
async function waitingSignals(...symbols: readonly string[]) {
  const received: string[][] = [];
  const receiver = createServer(async (request, response) => {
    const { data } = (await json(request)) as { data: { signals: { symbol: string }[] } };
    received.push(data.signals.map(({ symbol }) => symbol));
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const { harness, put } = files();
  const { token } = await harness.signUp();
  const { port } = receiver.address() as AddressInfo;
  const channel = { kind: 'webhook', name: 'Hook', target: `http://127.0.0.1:${port}/` };
  await harness.rest('POST', '/notifications/channels', { token, body: channel });
  for (const symbol of symbols) {
    await put(symbol, [9, 9]);
    await harness.addStock(token, symbol);
    await harness.rest('POST', '/signals/rules', { token, body: { symbol, when: 'close > 10' } });
    await put(symbol, [9, 9, 11]);
    await harness.refresh(token, symbol);
  }
  const listDeliveries = async () =>
    (await harness.rest('GET', '/notifications/deliveries', { token })).body.deliveries as {
      id: string;
      status: string;
      error: string | null;
    }[];
  return {
    received,
    listDeliveries,
    call: (method: 'PATCH' | 'DELETE', symbol: string, body?: object) =>
      harness.rest(method, `/stocks/${symbol}`, { token, ...(body && { body }) }),
    inbox: async () => (await harness.rest('GET', '/signals', { token })).body.total,
    /** Ends the 20 seconds of grouping. */
    async sendNow() {
      for (const { id } of await listDeliveries()) {
        await harness.rest('POST', `/notifications/deliveries/${id}/retry`, { token });
      }
      await expect
        .poll(async () => (await listDeliveries()).filter(({ status }) => status === 'pending'))
        .toEqual([]);
    },
  };
}

it.each([
  ['is removed from the list', 'DELETE', 'GONE', 'KEPT'],
  ['is switched to no notifications', 'PATCH', 'MUTE', 'LOUD'],
] as const)('sends no waiting signal of a stock that %s', async (_, method, symbol, other) => {
  const waiting = await waitingSignals(symbol, other);
  const body = method === 'PATCH' ? { notify_on_signals: false } : undefined;
  expect((await waiting.call(method, symbol, body)).status).toBe(200);
  await waiting.sendNow();
  expect(waiting.received).toEqual([[other]]);
  expect(await waiting.inbox()).toBe(2);
});

it('cancels a delivery whose only stock was switched off and on again', async () => {
  const waiting = await waitingSignals('ONLY');
  await waiting.call('PATCH', 'ONLY', { notify_on_signals: false });
  await waiting.call('PATCH', 'ONLY', { notify_on_signals: true });
  await waiting.sendNow();
  expect(waiting.received).toEqual([]);
  expect(await waiting.listDeliveries()).toMatchObject([
    { status: 'failed', error: 'Cancelled: notifications of these stocks are switched off' },
  ]);
});
