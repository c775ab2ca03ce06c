import type { ChannelKind } from '@stockbook/db';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { type AddressGuardOptions, createAddressGuard, RefusedTargetError } from './send/address-guard.ts';
import type { Destination, OutgoingMessage, SendResult } from './send/destination.ts';
import { createMailer, type Mailer } from './send/email.ts';
import { textWithLink } from './send/message-text.ts';
import { type Outgoing, type Posting, post } from './send/post.ts';
import { apprisePosting, ntfyPosting, webhookPosting } from './send/postings.ts';

export interface NotifierOptions extends AddressGuardOptions {
  /** `SECRET_KEY`: 32 bytes. */
  readonly secretKey: Uint8Array;
  /** `PUBLIC_URL`, without a slash at its end; null if not set. */
  readonly publicUrl: string | null;
  /** `SMTP_URL` and `MAIL_FROM`; null if email is not offered. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** `NOTIFY_ALLOW_HOSTS`. */
  readonly allowedHosts: readonly string[];
  readonly version: string;
  readonly clock: () => Date;
  /** Of an attempt over HTTP: 15 s if omitted. */
  readonly timeoutMs?: number;
}

interface SendOptions {
  readonly signal?: AbortSignal;
  /** Of an attempt over HTTP, or of each step of SMTP, if it is shorter than usual. */
  readonly timeoutMs?: number;
}

/** Sends one message to one channel at a time. */
export interface Notifier {
  /** The kinds of channel that this server offers. */
  readonly kinds: readonly ChannelKind[];
  readonly publicUrl: string | null;
  readonly secrets: SecretBox;
  /** Null if email is not offered. */
  readonly mailer: Mailer | null;
  /** Why nothing may be sent to the URL, for the user; null if it may. */
  refusalOf(url: URL): Promise<string | null>;
  /** Never rejects, except if `signal` aborts. */
  send(destination: Destination, message: OutgoingMessage, options?: SendOptions): Promise<SendResult>;
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { clock, publicUrl } = options;
  const guard = createAddressGuard(options.allowedHosts, options);
  const mailer = options.mail && createMailer(options.mail.url, options.mail.from);
  const outgoing: Outgoing = {
    guard,
    clock,
    timeoutMs: options.timeoutMs ?? 15_000,
    userAgent: `Stockbook/${options.version}`,
  };
  const postings: Record<
    Exclude<ChannelKind, 'email'>,
    (destination: Destination, message: OutgoingMessage, now: Date) => Posting
  > = { webhook: webhookPosting, ntfy: ntfyPosting, apprise: apprisePosting };
  return {
    kinds: mailer ? ['webhook', 'ntfy', 'apprise', 'email'] : ['webhook', 'ntfy', 'apprise'],
    publicUrl,
    secrets: createSecretBox(options.secretKey),
    mailer,
    async refusalOf(url) {
      try {
        await guard.assertResolved(url);
        return null;
      } catch (error) {
        if (error instanceof RefusedTargetError) return error.message;
        throw error;
      }
    },
    async send(destination, message, { signal, timeoutMs } = {}) {
      if (destination.kind !== 'email') {
        const posting = postings[destination.kind](destination, message, clock());
        return post(posting, { ...outgoing, timeoutMs: timeoutMs ?? outgoing.timeoutMs }, signal);
      }
      if (!mailer) {
        const error = 'This server sends no email: the operator must set SMTP_URL';
        return { isDelivered: false, httpStatus: null, error };
      }
      const { id, title } = message;
      const mail = { to: destination.target, subject: title, text: textWithLink(message), id };
      return mailer.send(mail, timeoutMs);
    },
  };
}
