import type { TokenScope } from '@stockbook/db';

/** The credential that authenticated a request: a session's access token or a personal access token. */
export interface Credential {
  readonly kind: 'session' | 'personal-access-token';
  /** Id of the session or of the personal access token. */
  readonly id: string;
  /** A session's is `write`. */
  readonly scope: TokenScope;
  readonly expiresAt: Date;
}

/** The client that begins a session. */
export interface Origin {
  /** The client's IP address, after `TRUST_PROXY` was applied. */
  readonly address: string;
  /** `Firefox on Linux`. */
  readonly client: string;
}
