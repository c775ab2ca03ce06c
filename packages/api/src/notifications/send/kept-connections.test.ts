import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { accept, answerWith, type PushService, startPushService } from '@stockbook/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createNotifier, type Notifier } from '../notifier.ts';

let pushService: PushService;
let notifier: Notifier;
/** The connections of the requests, by their ports. */
let ports: (number | undefined)[] = [];

beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.close());

beforeEach(() => {
  ports = [];
  notifier = createNotifier({
    secretKey: Buffer.alloc(32),
    publicUrl: 'https://stocks.example.com',
    mail: null,
    mailFrom: null,
    isPwaOn: true,
    allowedHosts: ['localhost'],
    version: '0.0.0',
    clock: () => new Date(),
  });
});

/** Answers as the listeners do, one request each, and notes the connections. */
function answer(...listeners: RequestListener[]): void {
  const noting = listeners.map(
    (listener): RequestListener =>
      (request, response) => {
        ports.push(request.socket.remotePort);
        listener(request, response);
      },
  );
  pushService.answer(...noting);
}

const reset: RequestListener = (request) => request.socket.destroy();

function send() {
  const { endpoint, keys } = pushService.subscribe().subscription;
  const push = {
    path: '/signals',
    at: new Date(),
    unread: 1,
    timeToLiveS: 60,
    urgency: 'normal',
    signalCount: 1,
  } as const;
  const message = { id: randomUUID(), title: 'title', lines: ['line'], link: null, payload: '{}', push };
  return notifier.send(
    {
      kind: 'web_push',
      target: endpoint,
      secret: JSON.stringify(keys),
      channelId: randomUUID(),
      showsDetails: true,
    },
    message,
  );
}

it('sends messages to the devices of a push service over one connection', async () => {
  answer(accept);
  for (let count = 0; count < 3; count += 1) expect(await send()).toMatchObject({ isDelivered: true });
  expect(ports).toHaveLength(3);
  expect(new Set(ports).size).toBe(1);
});

it('closes a connection that brings a body', async () => {
  answer(answerWith(201));
  await send();
  await send();
  expect(new Set(ports).size).toBe(2);
});

it('sends a message again when the push service has closed the kept connection', async () => {
  answer(accept, reset, accept);
  await send();
  expect(await send()).toMatchObject({ isDelivered: true });
  expect(ports).toHaveLength(3);
  expect(new Set(ports).size).toBe(2);
});

it('reports that the push service has closed a new connection', async () => {
  answer(reset);
  expect(await send()).toMatchObject({ isDelivered: false, httpStatus: null });
  expect(ports).toHaveLength(1);
});

it('keeps no connection for webhooks', async () => {
  answer(accept);
  const webhook = { kind: 'webhook', target: pushService.origin, secret: 'whsec_c2VjcmV0' } as const;
  const message = { id: randomUUID(), title: 'title', lines: [], link: null, payload: '{}' };
  await notifier.send(webhook, message);
  await notifier.send(webhook, message);
  expect(new Set(ports).size).toBe(2);
});
