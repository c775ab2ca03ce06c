import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { selfSignedCertificate } from '@stockbook/testing';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { createNotifier } from '../notifier.ts';

const from = 'Stockbook <bot@example.com>';

const message = {
  id: randomUUID(),
  title: '2 signals: AAPL, 005930.KS',
  lines: ['AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026.'],
  link: 'https://stocks.example.com/signals',
  payload: '{}',
};

/** @param url of the mail server */
function sendMail(url: string, { target = 'you@example.com', timeoutMs = 15_000 } = {}) {
  const notifier = createNotifier({
    secretKey: Buffer.alloc(32),
    publicUrl: null,
    mail: { url, from },
    mailFrom: null,
    isPwaOn: true,
    allowedHosts: [],
    version: '1.2.3',
    clock: () => new Date(),
  });
  return notifier.send({ kind: 'email', target, secret: null }, message, { timeoutMs });
}

/** A mail server that accepts the user `user` with the password `password`, and no recipient at `refused.example`. */
async function startMailServer() {
  const mails: { readonly from: string; readonly to: readonly string[]; readonly source: string }[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      username === 'user' && password === 'password'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo: ({ address }, _, done) =>
      done(address.endsWith('@refused.example') ? new Error('no such mailbox') : undefined),
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  return { mails, url: `smtp://user:password@127.0.0.1:${port}` };
}

/** Listens on a free port until the test ends. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('sends email by SMTP', async () => {
  const { mails, url } = await startMailServer();
  expect(await sendMail(url)).toEqual({ isDelivered: true, httpStatus: null });
  expect(mails).toMatchObject([{ from: 'bot@example.com', to: ['you@example.com'] }]);
  const { source = '' } = mails[0] ?? {};
  expect(source).toContain(`Subject: ${message.title}`);
  expect(source).toContain(`Message-ID: <${message.id}@stockbook>`);
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toContain('RSI (14) crossed above 30');
});

it('describes refused recipients, passwords and mail servers without their secrets', async () => {
  const { url } = await startMailServer();
  expect(await sendMail(url, { target: 'you@refused.example' })).toMatchObject({
    error: 'The mail server refuses the sender or the recipient',
  });
  expect(await sendMail(url.replace('password', 'geheim'))).toMatchObject({
    error: 'The mail server refuses the user name or password in SMTP_URL',
  });
  expect(await sendMail('smtp://127.0.0.1:1')).toMatchObject({
    isDelivered: false,
    error: 'The server refuses connections',
  });
});

it('describes a mail server that does not speak SMTP', async () => {
  const port = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  expect(await sendMail(`smtp://127.0.0.1:${port}`)).toMatchObject({
    error: "The mail server's answer is not SMTP",
  });
});

it('describes a mail server whose certificate is not valid', async () => {
  const { certificate, key } = selfSignedCertificate('127.0.0.1');
  const port = await listen(createTlsServer({ cert: certificate, key }));
  expect(await sendMail(`smtps://127.0.0.1:${port}`)).toMatchObject({
    error: "The server's TLS certificate is self-signed",
  });
});

it('gives up a mail server that does not answer within the time of a test message', async () => {
  const port = await listen(createServer());
  expect(await sendMail(`smtp://127.0.0.1:${port}`, { timeoutMs: 100 })).toEqual({
    isDelivered: false,
    httpStatus: null,
    error: 'The server did not answer in time',
  });
});
