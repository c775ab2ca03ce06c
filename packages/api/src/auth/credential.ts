/** The credential that authenticated a request: a sign-in's access token or a personal access token. */
export interface Credential {
  readonly kind: 'sign-in' | 'personal-access-token';
  /** Id of the sign-in or of the personal access token. */
  readonly id: string;
  readonly expiresAt: Date;
}
