import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type CryptoKey,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { clientId, listen, publicUrl } from './provider-server.ts';

type Key = CryptoKey | Uint8Array;

/** An answer of the token endpoint. */
export interface Forgery {
  readonly claims?: JWTPayload;
  readonly header?: { readonly alg: string; readonly kid?: string };
  /** That of the published key if omitted. */
  readonly key?: Key;
  /** The whole token, in place of a signed one. */
  readonly token?: string;
  readonly status?: number;
}

/** An answer of any kind, in place of a right one. */
export interface RawAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the body never ends. */
  readonly isEndless?: boolean;
}

type Path = '/.well-known/openid-configuration' | '/keys' | '/token' | '/userinfo';

/** A provider that answers what a test wants. */
export class ForgedProvider {
  readonly issuer: string;
  /** Parts of the next answers in place of right ones. */
  forgery: Forgery = {};
  userinfo: Record<string, unknown> = {};
  /** Fields of the metadata in place of right ones. */
  metadata: Record<string, unknown> = {};
  /** By path. */
  raw: Partial<Record<Path, RawAnswer>> = {};
  tokenRequests = 0;
  readonly #server: Server;
  readonly #keys: GenerateKeyPairResult;

  private constructor(server: Server, issuer: string, keys: GenerateKeyPairResult) {
    this.#server = server;
    this.issuer = issuer;
    this.#keys = keys;
  }

  static async start(): Promise<ForgedProvider> {
    const server = createServer();
    const issuer = await listen(server);
    const provider = new ForgedProvider(server, issuer, await generateKeyPair('ES256'));
    server.on('request', async (request, response) => {
      await text(request);
      const raw = Object.entries(provider.raw).find(([path]) => path === request.url)?.[1];
      if (raw) {
        response.writeHead(raw.status ?? 200, { 'content-type': 'application/json', ...raw.headers });
        response.write(raw.body ?? '');
        if (!raw.isEndless) response.end();
        return;
      }
      const { status, body } = await provider.#answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    return provider;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Plays the person who signs in. @returns the address of the callback */
  callbackOf(authorizationUrl: string, parameters: Record<string, string> = {}): string {
    const { searchParams } = new URL(authorizationUrl);
    this.#nonce = searchParams.get('nonce') ?? '';
    const query = {
      code: 'code-of-the-provider',
      state: searchParams.get('state') ?? '',
      iss: this.issuer,
      ...parameters,
    };
    return `${publicUrl}/api/auth/oidc/callback?${new URLSearchParams(query)}`;
  }

  #nonce = '';

  async #answer(url: string): Promise<{ status: number; body: unknown }> {
    if (url === '/.well-known/openid-configuration') return { status: 200, body: this.#metadata() };
    if (url === '/keys') {
      const key = { ...(await exportJWK(this.#keys.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' };
      return { status: 200, body: { keys: [key] } };
    }
    if (url === '/userinfo') return { status: 200, body: this.userinfo };
    this.tokenRequests += 1;
    const { status = 200 } = this.forgery;
    if (status !== 200) return { status, body: { error: 'invalid_grant' } };
    const id_token = this.forgery.token ?? (await this.sign(this.forgery));
    return { status, body: { access_token: 'an access token', token_type: 'Bearer', id_token } };
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  /** Signs claims of an ID token for the last sign-in, or others. */
  async sign({ claims = {}, header = { alg: 'ES256', kid: 'own' }, key }: Forgery): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: this.issuer,
      sub: 'ada',
      aud: clientId,
      nonce: this.#nonce,
      iat: now,
      exp: now + 300,
      email: 'ada@example.com',
      preferred_username: 'ada',
      ...claims,
    };
    return new SignJWT(all).setProtectedHeader(header).sign(key ?? this.#keys.privateKey);
  }
}
