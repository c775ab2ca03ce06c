import type { PersonalAccessToken as TokenRow } from '@stockbook/db';
import type { PersonalAccessToken } from '../schemas.ts';

/** A token as the wire shows it: without its secret, which nobody has. */
export function presentToken(token: Omit<TokenRow, 'user' | 'digest'>): PersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}
