import type { ChannelKind } from '@stockbook/db';

export interface Destination {
  readonly kind: ChannelKind;
  readonly target: string;
  readonly secret: string | null;
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
    };
