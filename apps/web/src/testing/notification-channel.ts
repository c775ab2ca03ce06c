import type { NotificationChannel } from '@stockbook/api/schemas';

/** A confirmed ntfy channel that has sent nothing yet, with some fields changed. */
export function notificationChannel(changes: Partial<NotificationChannel> = {}): NotificationChannel {
  return {
    id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
    kind: 'ntfy',
    name: 'Phone',
    target: 'https://ntfy.example.com/stocks',
    is_active: true,
    is_confirmed: true,
    confirmation: null,
    confirmation_expires_at: null,
    has_secret: false,
    device: null,
    is_this_device: false,
    last_seen_at: null,
    shows_details: null,
    last_ok_at: null,
    last_error: null,
    failing_since: null,
    created_at: '2026-11-20T22:15:00.000Z',
    updated_at: '2026-11-20T22:15:00.000Z',
    ...changes,
  };
}
