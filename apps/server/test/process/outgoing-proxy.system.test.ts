import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { createTestDatabase } from '@stockbook/db/testing';
import { createProvider } from '@stockbook/market-data';
import { startYahooMockServer } from '@stockbook/market-data/testing';
import { apiClient, selfSignedCertificate, startServer } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';

async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The mock server of Yahoo behind TLS, with a certificate for `hostname`. */
async function startTlsYahoo(hostname: string) {
  const mock = await startYahooMockServer();
  onTestFinished(() => mock.close());
  const { certificate, key } = selfSignedCertificate(hostname);
  const server = createTlsServer({ cert: certificate, key }, (client) => {
    const upstream = connect(Number(new URL(mock.url).port), '127.0.0.1');
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  return { mock, certificate, port: await listenOnFreePort(server) };
}

/** A proxy that opens tunnels to `port`, whatever host is named. */
async function startConnectProxy(port: number) {
  const targets: string[] = [];
  const proxy = createServer((_, response) => {
    response.writeHead(405).end();
  });
  proxy.on('connect', (request, client) => {
    targets.push(request.url ?? '');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  return { targets, url: `http://127.0.0.1:${await listenOnFreePort(proxy)}` };
}

it.each(['HTTPS_PROXY', 'https_proxy'])('calls Yahoo through the proxy of %s', async (variable) => {
  const hostname = 'yahoo.invalid';
  const { certificate, port } = await startTlsYahoo(hostname);
  const proxy = await startConnectProxy(port);
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'proxy.pem'), certificate);
  const { url: databaseUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const server = await startServer({
    env: {
      DATABASE_URL: databaseUrl,
      // `auto` would fall back to simulated prices if it tried a direct connection.
      MARKET_DATA: 'auto',
      YAHOO_URL: `https://${hostname}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'proxy.pem'),
      LOG_LEVEL: 'warn',
      [variable]: proxy.url,
    },
  });
  onTestFinished(async () => {
    await server.stop();
  });
  const { access_token: token } = await apiClient(server.url).call<{ access_token: string }>(
    'POST',
    '/auth/register',
    { email: 'proxy@example.com', username: 'proxy', password: 'a long and private sentence' },
  );
  const api = apiClient(server.url, token);
  await api.runTask('/stocks', { symbol: 'AAPL' });
  expect((await api.send('GET', '/stocks/AAPL')).body.stock).toMatchObject({ data_source: 'yahoo' });
  expect(new Set(proxy.targets)).toEqual(new Set([`${hostname}:443`]));
});

it('reports a TLS certificate that is not trusted', async () => {
  const { port } = await startTlsYahoo('localhost');
  const provider = createProvider({
    mode: 'yahoo',
    yahooUrl: `https://localhost:${port}`,
    isProduction: true,
  });
  await expect(provider.history('AAPL')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(
      /^The TLS certificate of Yahoo Finance is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    ),
  });
});
