import type { ChannelKind } from '@stockbook/db';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { type AddressGuardOptions, createAddressGuard, RefusedTargetError } from './send/address-guard.ts';
import type { Destination, OutgoingMessage, SendResult } from './send/destination.ts';
import { createMailer, type Mailer } from './send/email.ts';
import { textWithLink } from './send/message-text.ts';
import { createAgent, type Outgoing, type Posting, post } from './send/post.ts';
import { apprisePosting, ntfyPosting, webhookPosting } from './send/postings.ts';
import { deriveVapidKeys, vapidSubject } from './send/vapid.ts';
import { sendPush, type VapidDetails } from './send/web-push.ts';

export interface NotifierOptions extends AddressGuardOptions {
  /** `SECRET_KEY`: 32 bytes. */
  readonly secretKey: Uint8Array;
  /** `PUBLIC_URL`, without a slash at its end; null if not set. */
  readonly publicUrl: string | null;
  /** `SMTP_URL` and `MAIL_FROM`; null if email is not offered. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** `MAIL_FROM`, also without a mail server; null if not set. */
  readonly mailFrom: string | null;
  /** `PWA`: whether the web client is an app, which receives messages. */
  readonly isPwaOn: boolean;
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

/** Whether this server sends messages to devices. */
export type WebPushOffer =
  /** `publicKey` is that of the server, for `pushManager.subscribe`: 65 bytes in base64url. */
  | { readonly reason: null; readonly publicKey: string }
  /** `reason` is a sentence for the user. */
  | { readonly reason: string; readonly publicKey: null };

/** Sends one message to one channel at a time. */
export interface Notifier {
  /** The kinds of channel that this server offers. */
  readonly kinds: readonly ChannelKind[];
  readonly publicUrl: string | null;
  readonly secrets: SecretBox;
  /** Null if email is not offered. */
  readonly mailer: Mailer | null;
  readonly webPush: WebPushOffer;
  /** Why nothing may be sent to the URL, for the user; null if it may. */
  refusalOf(url: URL): Promise<string | null>;
  /** Never rejects, except if `signal` aborts. */
  send(destination: Destination, message: OutgoingMessage, options?: SendOptions): Promise<SendResult>;
}

/** The identity of this server for push services, or why it sends nothing to devices. */
function readVapid({ secretKey, publicUrl, mailFrom, isPwaOn }: NotifierOptions): VapidDetails | string {
  if (!isPwaOn) return 'Notifications to devices are switched off on this server';
  const subject = vapidSubject(publicUrl, mailFrom);
  if (subject === null) {
    return 'This server sends no notifications to devices: the operator must set PUBLIC_URL or MAIL_FROM';
  }
  return { ...deriveVapidKeys(secretKey), subject };
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { clock, publicUrl } = options;
  const guard = createAddressGuard(options.allowedHosts, options);
  const mailer = options.mail && createMailer(options.mail.url, options.mail.from);
  const vapid = readVapid(options);
  const outgoing: Outgoing = {
    guard,
    clock,
    timeoutMs: options.timeoutMs ?? 15_000,
    userAgent: `Stockbook/${options.version}`,
    agent: createAgent(),
  };
  const postings: Record<
    Exclude<ChannelKind, 'email' | 'web_push'>,
    (destination: Destination, message: OutgoingMessage, now: Date) => Posting
  > = { webhook: webhookPosting, ntfy: ntfyPosting, apprise: apprisePosting };
  return {
    kinds: [
      ...(['webhook', 'ntfy', 'apprise'] as const),
      ...(mailer ? (['email'] as const) : []),
      ...(typeof vapid === 'string' ? [] : (['web_push'] as const)),
    ],
    publicUrl,
    secrets: createSecretBox(options.secretKey),
    mailer,
    webPush:
      typeof vapid === 'string'
        ? { reason: vapid, publicKey: null }
        : { reason: null, publicKey: vapid.publicKey },
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
      const attempt = (posting: Posting) =>
        post(posting, { ...outgoing, timeoutMs: timeoutMs ?? outgoing.timeoutMs }, signal);
      const fail = (error: string): SendResult => ({ isDelivered: false, httpStatus: null, error });
      switch (destination.kind) {
        case 'email': {
          if (!mailer) return fail('This server sends no email: the operator must set SMTP_URL');
          const { id, title } = message;
          const mail = { to: destination.target, subject: title, text: textWithLink(message), id };
          return mailer.send(mail, timeoutMs);
        }
        case 'web_push':
          return typeof vapid === 'string' ? fail(vapid) : sendPush(destination, message, vapid, attempt);
        default:
          return attempt(postings[destination.kind](destination, message, clock()));
      }
    },
  };
}
