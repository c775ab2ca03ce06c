import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createSubscription } from './push-message.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A mock server of a push service (RFC 8030), over TLS with a certificate that this process trusts. */
export interface PushService {
  readonly origin: string;
  /** PEM, for other processes that shall trust it. */
  readonly certificate: string;
  readonly received: PushRequest[];
  /** Answers the requests from now on, one listener each; the last one all that follow. */
  answer(...listeners: RequestListener[]): void;
  /** The subscription of a new browser. */
  subscribe(): Browser;
  close(): void;
}

/** A browser with its subscription. */
export interface Browser {
  /** As `PushSubscription.toJSON()` returns it. */
  readonly subscription: {
    readonly endpoint: string;
    readonly expirationTime: null;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** The texts of the messages that have come for it. */
  readonly messages: () => Record<string, unknown>[];
}

export const accept: RequestListener = (_, response) => response.writeHead(201).end();

export const answerWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end('reason');

export async function startPushService(): Promise<PushService> {
  const { certificate, key } = selfSignedCertificate('localhost');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate]);
  const received: PushRequest[] = [];
  let listeners: readonly RequestListener[] = [accept];
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const [listener = accept, ...others] = listeners;
    if (others.length > 0) listeners = others;
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    listener(request, response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    certificate,
    received,
    answer(...given) {
      listeners = given;
    },
    subscribe() {
      const { keys, decrypt } = createSubscription();
      const path = `/send/${randomBytes(24).toString('base64url')}`;
      return {
        subscription: { endpoint: `${origin}${path}`, expirationTime: null, keys },
        messages: () =>
          received
            .filter((request) => request.path === path)
            .map(({ body }): Record<string, unknown> => JSON.parse(decrypt(body))),
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
      setDefaultCACertificates(trusted);
    },
  };
}
