import { dayMs, minuteMs } from '@stockbook/common/durations';
import { type NotificationChannel as ChannelRow, userRepository } from '@stockbook/db';
import type { Services, UserContext } from '../../context.ts';
import type { NotificationChannel } from '../schemas.ts';
import type { Destination } from '../send/destination.ts';

/** How long a link and a code are valid. A code can be guessed, and is entered by a user who waits for it. */
export const confirmationValidForMs = { link: 3 * dayMs, code: 30 * minuteMs };

/** How addresses are confirmed: without `PUBLIC_URL`, no link can be made. */
export function confirmationKind({ notifier }: Pick<Services, 'notifier'>): 'link' | 'code' {
  return notifier.publicUrl === null ? 'code' : 'link';
}

/** Whether the address can be confirmed: by a code, which the user enters, only the user's own one. */
export function isConfirmable(
  services: Pick<Services, 'notifier'>,
  user: { readonly email: string },
  address: string,
): boolean {
  const { comparisonKey } = userRepository;
  return confirmationKind(services) === 'link' || comparisonKey(address) === comparisonKey(user.email);
}

export const undecryptable =
  'The channel’s secret cannot be read, because the server’s SECRET_KEY has changed. Delete the channel and add it again';

/** The channel with its secret decrypted; null if the secret was encrypted with another key. */
export function openDestination(
  { notifier }: Pick<Services, 'notifier'>,
  {
    id,
    kind,
    target,
    secret: sealed,
    showsDetails,
  }: Pick<ChannelRow, 'id' | 'kind' | 'target' | 'secret' | 'showsDetails'>,
): Destination | null {
  const secret = sealed && notifier.secrets.open(sealed, id);
  if (sealed !== null && secret === null) return null;
  if (kind !== 'web_push') return { kind, target, secret };
  return { kind, channelId: id, target, secret, showsDetails: showsDetails === true };
}

/** The part of an endpoint that may be shown: `fcm.googleapis.com/…x7Qk`. */
function shortenEndpoint(endpoint: string): string {
  return `${new URL(endpoint).host}/…${endpoint.slice(-4)}`;
}

/** Maps a channel to its API shape. */
export function presentChannel(
  { services, credential }: Pick<UserContext, 'credential'> & { services: Pick<Services, 'notifier'> },
  channel: ChannelRow,
): NotificationChannel {
  const isReadable = openDestination(services, channel) !== null;
  const isDevice = channel.kind === 'web_push';
  return {
    id: channel.id,
    kind: channel.kind,
    name: channel.name,
    target: isDevice ? shortenEndpoint(channel.target) : channel.target,
    is_active: channel.isActive,
    is_confirmed: channel.confirmedAt !== null,
    confirmation: channel.confirmedAt === null ? confirmationKind(services) : null,
    confirmation_expires_at: channel.confirmationExpiresAt?.toISOString() ?? null,
    has_secret: channel.secret !== null,
    device: channel.device,
    is_this_device: credential.kind === 'session' && channel.session?.id === credential.id,
    last_seen_at: channel.lastSeenAt?.toISOString() ?? null,
    shows_details: channel.showsDetails,
    last_ok_at: channel.lastOkAt?.toISOString() ?? null,
    last_error: isReadable ? channel.lastError : undecryptable,
    failing_since: channel.failingSince?.toISOString() ?? null,
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt.toISOString(),
  };
}
