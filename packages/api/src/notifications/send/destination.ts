import type { ChannelKind } from '@stockbook/db';

interface Target {
  readonly target: string;
  readonly secret: string | null;
}

/** A channel of the kind `web_push`. */
export interface DeviceDestination extends Target {
  readonly kind: 'web_push';
  /** By which the browser recognises messages that are meant for it. */
  readonly channelId: string;
  /** Whether the lock screen shows symbols and prices. */
  readonly showsDetails: boolean;
}

export type Destination = (Target & { readonly kind: Exclude<ChannelKind, 'web_push'> }) | DeviceDestination;

/** The part of a message that only devices need. */
export interface PushFacts {
  /** The page to open: `/stocks/AAPL?date=2026-11-20`. */
  readonly path: string;
  /** The time that the notification shows. */
  readonly at: Date;
  /** Entries of the inbox, for the badge. */
  readonly unread: number;
  /** How long the push service keeps the message for a device that is not reachable. */
  readonly timeToLiveS: number;
  readonly urgency: 'high' | 'normal';
  /** Shown in place of title and lines if the device hides details; null for a text without any. */
  readonly signalCount: number | null;
}

/** The content of a message for every kind of channel. */
export interface OutgoingMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly title: string;
  /** One sentence each. */
  readonly lines: readonly string[];
  readonly link: string | null;
  readonly payload: string;
  /** Facts of a message to a device; absent for other channels. */
  readonly push?: PushFacts;
}

export type SendResult =
  | { readonly isDelivered: true; readonly httpStatus: number | null }
  | {
      readonly isDelivered: false;
      readonly httpStatus: number | null;
      /** A sentence for the user. */
      readonly error: string;
      /** The target asked to wait until then. */
      readonly retryAt?: Date;
      /** A further attempt would fail, too. */
      readonly isFinal?: boolean;
      /** The browser has cancelled the subscription of the device, whose channel is to be deleted. */
      readonly isCancelled?: boolean;
    };
