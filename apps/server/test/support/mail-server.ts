import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness } from './harness.ts';

interface Mail {
  readonly to: string;
  /** Decoded as far as line breaks. */
  readonly source: string;
}

/** A harness with a mail server that accepts every mail, for all tests of a file. */
export function useMailHarness(changes: Partial<Env>, clock?: () => Date) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        for (const { address } of envelope.rcptTo) {
          mails.push({ to: address, source: source.replaceAll('=\r\n', '') });
        }
        done();
      }, done);
    },
  });
  let harness: Harness | undefined;
  beforeAll(async () => {
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'stockbook@example.com' };
    harness = await Harness.start({ ...mail, ...changes }, clock);
  });
  afterAll(async () => {
    await harness?.stop();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const started = () => {
    if (!harness) throw new Error('the harness has not been started');
    return harness;
  };
  const mailsTo = (address: string) =>
    mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase()).map(({ source }) => source);

  /** Creates a channel to the address. */
  async function createMailChannel(token: string, target: string) {
    const channel = { kind: 'email', name: 'Mail', target };
    const { status, body } = await started().rest('POST', '/notifications/channels', {
      token,
      body: channel,
    });
    return { status, body, path: `/notifications/channels/${body.id}` };
  }

  /** Waits for the mail number `count` to the address. @returns its link's token, or its code */
  async function secretOf(address: string, count = 1): Promise<string> {
    await expect.poll(() => mailsTo(address)).toHaveLength(count);
    const source = mailsTo(address).at(-1) ?? '';
    const [, link, code] = /\/confirm-address#([-\w]{43})|^(\d{6})\r$/m.exec(source) ?? [];
    return link ?? code ?? '';
  }

  return { harness: started, mailsTo, createMailChannel, secretOf };
}
