/** The credential that authenticated a request: a session's access token or a personal access token. */
export interface Credential {
  readonly kind: 'session' | 'personal-access-token';
  /** Id of the session or of the personal access token. */
  readonly id: string;
  readonly expiresAt: Date;
}
