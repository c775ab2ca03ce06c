import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { runServer } from '../../support/own-server.ts';
import { test as base, expect } from '../../support/test.ts';

interface MailServer {
  /** The folder of the program that sends by it. */
  readonly url: string;
  /** The codes that were sent to an address, oldest first. */
  codesTo(address: string): string[];
}

/** The program without `PUBLIC_URL`, with a mail server. */
const test = base.extend<object, { mail: MailServer }>({
  mail: [
    async ({ browser: _ }, use) => {
      const mails: { to: string; source: string }[] = [];
      const smtp = new SMTPServer({
        authOptional: true,
        hideSTARTTLS: true,
        logger: false,
        onData: (stream, { envelope }, done) => {
          text(stream).then((source) => {
            for (const { address } of envelope.rcptTo) mails.push({ to: address, source });
            done();
          }, done);
        },
      });
      const listening = smtp.listen(0, '127.0.0.1');
      await once(listening, 'listening');
      const { port } = listening.address() as AddressInfo;
      await runServer(
        () => ({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'stockbook@example.com' }),
        ({ url }) =>
          use({
            url,
            codesTo: (address) =>
              mails
                .filter(({ to }) => to === address)
                .flatMap(({ source }) => /^(\d{6})\r$/m.exec(source)?.slice(1) ?? []),
          }),
      );
      await new Promise<void>((resolve) => void smtp.close(() => resolve()));
    },
    { scope: 'worker' },
  ],
  serverUrl: [({ mail }, use) => use(mail.url), { scope: 'worker' }],
});

test('the own address is confirmed by the code that was sent to it, by keyboard alone', async ({
  page,
  account,
  mail,
  log,
}) => {
  log.expect(/status of 400/);
  await page.goto('/signals?tab=delivery');
  await page.getByRole('button', { name: 'Add Channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('Email');
  await dialog.getByLabel('Name').fill('Mail');
  await dialog.getByLabel('Email address').fill(account.email);
  await dialog.getByRole('button', { name: 'Add Channel' }).click();
  const field = page.getByRole('textbox', { name: 'Code for Mail' });
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('button', { name: 'Test Mail' })).toBeDisabled();
  await expect.poll(() => mail.codesTo(account.email)).toHaveLength(1);
  const [first = ''] = mail.codesTo(account.email);

  await field.focus();
  await page.keyboard.type(String((Number(first) + 1) % 1_000_000).padStart(6, '0'));
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('That is not the code, or it has expired');
  await expect(field).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Confirm Mail' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`A new code is on its way to ${account.email}.`)).toBeVisible();
  await expect.poll(() => mail.codesTo(account.email)).toHaveLength(2);
  const second = mail.codesTo(account.email)[1] ?? '';
  await field.focus();
  // In one piece, with blanks: as pasted from a mail program.
  await page.keyboard.insertText(` ${second.slice(0, 3)} ${second.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The address is confirmed.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Test Mail' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The test message was delivered.')).toBeVisible();
});
