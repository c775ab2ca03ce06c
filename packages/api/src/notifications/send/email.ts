import type { Transporter } from 'nodemailer';
import { describeFailure } from './describe-failure.ts';
import type { SendResult } from './destination.ts';

const defaultTimeoutMs = 15_000;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Becomes the `message-id`, so that a repeated mail is recognised. */
  readonly id: string;
}

export interface Mailer {
  /** @param timeoutMs for each step of the conversation with the mail server: 15 s if omitted */
  send(mail: Mail, timeoutMs?: number): Promise<SendResult>;
}

/**
 * @param url `SMTP_URL`, with user name and password if the server wants them
 * @param from `MAIL_FROM`
 */
export function createMailer(url: string, from: string): Mailer {
  return {
    async send({ to, subject, text, id }, timeoutMs = defaultTimeoutMs) {
      try {
        const transport = await createTransport(url, timeoutMs);
        await transport.sendMail({
          from,
          // As an object: text with commas or brackets would be read as several addresses.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@stockbook>`,
          headers: { 'auto-submitted': 'auto-generated' },
        });
        return { isDelivered: true, httpStatus: null };
      } catch (error) {
        return { isDelivered: false, httpStatus: null, error: describeFailure(error) };
      }
    },
  };
}

/** Loads nodemailer with the first mail: most servers send none. */
async function createTransport(url: string, timeoutMs: number): Promise<Transporter> {
  const nodemailer = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
