import type { NotificationChannel } from '@stockbook/api/schemas';

export type ChannelKind = NotificationChannel['kind'];

interface KindTexts {
  readonly label: string;
  /** The label of the field of the target. */
  readonly target: string;
  readonly placeholder: string;
  readonly hint: string;
}

/** A device registers itself: its target is entered nowhere. */
export type EnteredKind = Exclude<ChannelKind, 'web_push'>;

export const isEntered = (kind: ChannelKind): kind is EnteredKind => kind !== 'web_push';

export const channelKinds: Readonly<Record<EnteredKind, KindTexts>> = {
  webhook: {
    label: 'Webhook',
    target: 'URL',
    placeholder: 'https://example.com/stockbook',
    hint: 'Messages are signed as Standard Webhooks 1.0. You get the signing secret after saving.',
  },
  ntfy: {
    label: 'ntfy',
    target: 'Topic URL',
    placeholder: 'https://ntfy.sh/my-stock-signals',
    hint: 'Anyone who knows the topic of a public server can read it. Choose one that is hard to guess.',
  },
  apprise: {
    label: 'Apprise',
    target: 'Notify URL',
    placeholder: 'https://apprise.example.com/notify/my-key',
    hint: 'The notify URL of a configuration key on your Apprise API server.',
  },
  email: {
    label: 'Email',
    target: 'Email address',
    placeholder: 'you@example.com',
    hint: 'You confirm the address once: it gets an email with a link or a code.',
  },
};

export const labelOf = (kind: ChannelKind): string => (isEntered(kind) ? channelKinds[kind].label : 'Device');
