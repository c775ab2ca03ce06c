import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Log } from '../../log.ts';
import { clockToleranceS, isIdentifier, type Logout, pastInstant, readLogout, textClaim } from './claims.ts';
import { createFlowCookies, type FlowCookies } from './flow.ts';
import { fetchLimited, isConfidential, isLoopback, UnreachableError } from './limited-fetch.ts';

/** Signatures that can be verified with a published key. `none` and those with a shared key are not among them. */
const algorithms: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const callTimeoutS = 10;

export interface IdentityProviderOptions {
  /** `OIDC_ISSUER`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `OIDC_NAME`. */
  readonly name: string;
  /** Whether a sign-in of an unknown person creates an account. */
  readonly canSignUp: boolean;
  /** `PUBLIC_URL`, without a slash at its end. */
  readonly publicUrl: string;
  /** Signs the cookies, by a key that is derived from it. */
  readonly secretKey: Uint8Array;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The secrets of an authorization request, which its answer must match. */
interface AuthorizationSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** The parts of a person's profile at the provider that an account takes over; null for a missing one. */
interface Profile {
  readonly email: string | null;
  readonly username: string | null;
}

/** A person as an ID token names them. */
export interface Identity {
  readonly subject: string;
  /** The provider's id of its session, which a logout token may name; null if it has sent none. */
  readonly providerSessionId: string | null;
  /** When the person last proved at the provider who they are; null if it does not say. */
  readonly authenticatedAt: Date | null;
  /** Reads the ID token, or else the userinfo endpoint. @throws ProviderError */
  readProfile(): Promise<Profile>;
}

/** The provider cannot be reached, or refused: by its answer, or because the answer is not valid. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly problem: 'unreachable' | 'refused';

  constructor(problem: ProviderError['problem'], cause: unknown) {
    super(`the identity provider is ${problem}`, { cause });
    this.problem = problem;
  }
}

/** The client of the one OpenID Connect provider that the operator has set. */
export interface IdentityProvider {
  readonly name: string;
  /** Normalised, as connections store it. */
  readonly issuer: string;
  readonly canSignUp: boolean;
  readonly flows: FlowCookies;
  /** The address of a page of this program. */
  pageUrl(path: string): string;
  /**
   * The address to which the browser is sent.
   * @param isConfirmation whether the provider shall ask the person again
   * @throws ProviderError
   */
  authorizationUrl(secrets: AuthorizationSecrets, isConfirmation: boolean): Promise<string>;
  /**
   * Exchanges the code of an answer for an identity.
   * @param query of the request for the callback
   * @throws ProviderError
   */
  redeem(query: string, secrets: AuthorizationSecrets): Promise<Identity>;
  /** @throws ProviderError if the token is not a valid logout token for this client */
  verifyLogoutToken(token: string): Promise<Logout>;
}

/** The chain of reasons without the provider's answers, which may contain tokens. */
function describeReason(error: unknown): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    const refusal = 'error' in cause && typeof cause.error === 'string' ? `: ${cause.error}` : '';
    reasons.push(`${cause.message}${code}${refusal}`);
  }
  return reasons.join(' < ').slice(0, 500);
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnreachableError) return true;
  }
  return false;
}

interface Connection {
  readonly configuration: client.Configuration;
  readonly metadata: client.ServerMetadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Reads the provider's metadata, and restricts it to the algorithms that are accepted. */
async function discover({ issuer, clientId, clientSecret }: IdentityProviderOptions): Promise<Connection> {
  const url = new URL(issuer);
  const isInsecure = isLoopback(url.hostname) && url.protocol === 'http:';
  const found = await client.discovery(url, clientId, undefined, client.None(), {
    execute: isInsecure ? [client.allowInsecureRequests] : [],
    [client.customFetch]: fetchLimited,
    timeout: callTimeoutS,
  });
  const metadata = found.serverMetadata();
  const { supportsPKCE: _, ...withoutMethods } = metadata;
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const accepted = offered.filter((algorithm) => algorithms.includes(algorithm));
  if (accepted.length === 0) throw new Error('the provider offers none of the accepted algorithms');
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret);
  const configuration = new client.Configuration(
    { ...withoutMethods, id_token_signing_alg_values_supported: accepted },
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: clockToleranceS },
    authentication,
  );
  configuration[client.customFetch] = fetchLimited;
  configuration.timeout = callTimeoutS;
  if (isInsecure) client.allowInsecureRequests(configuration);
  // Otherwise the library trusts an ID token that came over TLS, also one of a foreign key.
  client.enableNonRepudiationChecks(configuration);
  const { jwks_uri: keysUrl, authorization_endpoint: startUrl } = metadata;
  if (keysUrl === undefined || startUrl === undefined || !isConfidential(new URL(startUrl))) {
    throw new Error('the metadata lack jwks_uri or authorization_endpoint, or it is not https');
  }
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    [joseFetch]: fetchLimited,
    timeoutDuration: callTimeoutS * 1000,
  });
  return { configuration, metadata, keys };
}

/** Returns a function that discovers the provider at its first call. A failed discovery is not remembered. */
function createConnector(
  options: IdentityProviderOptions,
  fail: (error: unknown, isDiscovery: boolean) => ProviderError,
): () => Promise<Connection> {
  let connection: Promise<Connection> | undefined;
  return async () => {
    connection ??= discover(options);
    try {
      return await connection;
    } catch (error) {
      connection = undefined;
      throw fail(error, true);
    }
  };
}

/** The missing parts of the profile come from the userinfo endpoint, if the provider has one. */
async function readProfile(
  { configuration, metadata }: Connection,
  accessToken: string,
  claims: client.IDToken,
): Promise<Profile> {
  const own = { email: textClaim(claims.email), username: textClaim(claims.preferred_username) };
  const isComplete = own.email !== null && own.username !== null;
  if (isComplete || metadata.userinfo_endpoint === undefined) return own;
  const info = await client.fetchUserInfo(configuration, accessToken, claims.sub);
  return {
    email: own.email ?? textClaim(info.email),
    username: own.username ?? textClaim(info.preferred_username),
  };
}

export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { clientId, publicUrl, clock, log } = options;
  const redirectUri = `${publicUrl}/api/auth/oidc/callback`;

  function fail(error: unknown, isDiscovery = false): ProviderError {
    if (error instanceof ProviderError) return error;
    const problem = isDiscovery || isUnreachable(error) ? 'unreachable' : 'refused';
    log.warn({ reason: describeReason(error) }, `identity provider: ${problem}`);
    return new ProviderError(problem, error);
  }

  const connect = createConnector(options, fail);

  return {
    name: options.name,
    issuer: new URL(options.issuer).href,
    canSignUp: options.canSignUp,
    flows: createFlowCookies(options.secretKey, clock),
    pageUrl: (path) => `${publicUrl}${path}`,
    async authorizationUrl({ state, nonce, verifier }, isConfirmation) {
      const { configuration } = await connect();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isConfirmation ? { max_age: '0' } : {}),
      });
      return url.href;
    },
    async redeem(query, { state, nonce, verifier }) {
      const connected = await connect();
      try {
        // From the settings, not from the request: its host is what the client claims.
        const callback = new URL(`${redirectUri}?${query}`);
        const tokens = await client.authorizationCodeGrant(connected.configuration, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || !isIdentifier(claims.sub)) throw new Error('the ID token names no valid subject');
        if (!pastInstant(claims.iat, clock())) throw new Error('the ID token was issued in the future');
        return {
          subject: claims.sub,
          providerSessionId: isIdentifier(claims.sid) ? claims.sid : null,
          authenticatedAt: pastInstant(claims.auth_time, clock()),
          readProfile: () =>
            readProfile(connected, tokens.access_token, claims).catch((error: unknown) => {
              throw fail(error);
            }),
        };
      } catch (error) {
        throw fail(error);
      }
    },
    async verifyLogoutToken(token) {
      const { metadata, keys } = await connect();
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: metadata.issuer,
          audience: clientId,
          algorithms: [...algorithms],
          clockTolerance: clockToleranceS,
          currentDate: clock(),
          requiredClaims: ['iat', 'exp', 'jti'],
        });
        return readLogout(payload, clock());
      } catch (error) {
        throw fail(error);
      }
    },
  };
}
