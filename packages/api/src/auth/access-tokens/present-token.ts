import type { PersonalAccessToken as TokenRow } from '@stockbook/db';
import type { PersonalAccessToken } from './schemas.ts';

/** Maps a token to its API shape. The secret is not stored, only its digest. */
export function presentToken(token: Omit<TokenRow, 'user' | 'digest'>): PersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_address: token.lastUsedAddress,
  };
}
