import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles({ NOTIFY_ALLOW_HOSTS: ['127.0.0.1'] });

it('sends a signal of a new bar to a webhook, signed, once its 20 seconds are skipped', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const { harness, put } = files();
  const { token } = await harness.signUp();
  await put('HOOK', [9, 9]);
  await harness.addStock(token, 'HOOK');
  const { port } = receiver.address() as AddressInfo;
  const channel = { kind: 'webhook', name: 'Hook', target: `http://127.0.0.1:${port}/` };
  const { secret } = (await harness.rest('POST', '/notifications/channels', { token, body: channel })).body;
  const rule = { symbol: 'HOOK', when: 'close > 10' };
  expect((await harness.rest('POST', '/signals/rules', { token, body: rule })).status).toBe(201);
  await harness.rest('PATCH', '/stocks/HOOK', { token, body: { notify_on_signals: true } });
  await put('HOOK', [9, 9, 11]);
  await harness.refresh(token, 'HOOK');

  const { signals } = (await harness.rest('GET', '/signals', { token })).body as {
    signals: { id: string }[];
  };
  expect(signals).toHaveLength(1);
  const listDeliveries = async () =>
    (await harness.rest('GET', '/notifications/deliveries', { token })).body.deliveries as { id: string }[];
  const waiting = await listDeliveries();
  expect(waiting).toMatchObject([
    { status: 'pending', attempts: 0, signal_ids: signals.map(({ id }) => id) },
  ]);
  expect(received).toEqual([]);
  await harness.rest('POST', `/notifications/deliveries/${waiting[0]?.id}/retry`, { token });
  await expect.poll(listDeliveries).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  const [{ headers, body } = { headers: {}, body: '' }, ...others] = received;
  expect(others).toEqual([]);
  expect(headers['webhook-id']).toBe(waiting[0]?.id);
  expect(new Webhook(String(secret)).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'signal.fired',
    data: { signals: [{ id: signals[0]?.id, symbol: 'HOOK', close: 11, data_source: 'csv' }] },
  });
});
