import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const clientId = 'stockbook';
export const clientSecret = 'the secret of the client';
export const publicUrl = 'https://stocks.example.com';

/** The settings of a server that uses a provider. */
export function settingsFor(issuer: string) {
  return {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Home',
  };
}

/** A person at the provider. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly preferred_username?: string;
}

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Replaces the ID token of an answer before it is sent. */
function forgeAnswer(response: ServerResponse, forge: NonNullable<ProviderServer['forge']>): void {
  const send = response.end.bind(response);
  const forgeAndSend = async (body: unknown) => {
    const answer = JSON.parse(String(body));
    const id_token = await forge(decodeJwt(answer.id_token));
    const forged = JSON.stringify({ ...answer, id_token });
    response.setHeader('content-length', Buffer.byteLength(forged));
    send(forged);
  };
  Object.assign(response, { end: (body: unknown) => void forgeAndSend(body) });
}

/** An OpenID Connect provider on this machine, whose person signs in without a form. */
export class ProviderServer {
  readonly issuer: string;
  /** Whether it answers nothing. */
  isDown = false;
  /** Replaces the ID token of the next answers, as an attacker between the servers does; null leaves it. */
  forge: ((claims: JWTPayload) => string | Promise<string>) | null = null;
  /** The person at the browser; null refuses. */
  person: Person | null = { sub: 'ada', email: 'ada@example.com', preferred_username: 'ada' };
  /** Seconds since the person has proved who they are, unless the client asks for it. */
  signedInAgoS = 0;
  readonly #people = new Map<string, Person>();
  readonly #server: Server;
  readonly #keys: GenerateKeyPairResult;
  readonly #jwk: JWK;
  #provider: Provider;

  private constructor(server: Server, issuer: string, keys: GenerateKeyPairResult, jwk: JWK) {
    this.#server = server;
    this.issuer = issuer;
    this.#keys = keys;
    this.#jwk = { ...jwk, kid: 'own', alg: 'RS256', use: 'sig' };
    this.#provider = this.#createProvider();
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ProviderServer> {
    const server = createServer();
    const keys = await generateKeyPair('RS256', { extractable: true });
    return new ProviderServer(server, await listen(server), keys, await exportJWK(keys.privateKey));
  }

  /** Signs claims of an ID token, by default as the provider itself does. */
  sign(
    claims: JWTPayload,
    { alg = 'RS256', key = this.#keys.privateKey }: { alg?: string; key?: CryptoKey | Uint8Array } = {},
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: 'own' }).sign(key);
  }

  /** Sends logout tokens to the address from now on. */
  sendLogoutsTo(url: string): void {
    this.#provider = this.#createProvider(url);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #createProvider(logoutUrl?: string): Provider {
    const configuration: Configuration = {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          require_auth_time: true,
          ...(logoutUrl === undefined
            ? {}
            : { backchannel_logout_uri: logoutUrl, backchannel_logout_session_required: true }),
        },
      ],
      cookies: { keys: ['a key of the tests'] },
      jwks: { keys: [this.#jwk] },
      claims: { openid: ['sub'], email: ['email'], profile: ['preferred_username'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // Otherwise it notes the use of each default.
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      // Its own refuses addresses of this machine.
      fetch: (url, init) => fetch(url, Object.assign({}, init, { dispatcher: undefined })),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...this.#people.get(sub), sub }) }),
    };
    return new Provider(this.issuer, configuration);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isDown) return void request.socket.destroy();
    if (this.forge && request.url === '/token') forgeAnswer(response, this.forge);
    if (!request.url?.startsWith('/interaction/')) return this.#provider.callback()(request, response);
    const provider = this.#provider;
    const { person } = this;
    if (person === null) {
      const refusal = { error: 'access_denied', error_description: 'a text of the provider' };
      return provider.interactionFinished(request, response, refusal);
    }
    this.#people.set(person.sub, person);
    const grant = new provider.Grant({ accountId: person.sub, clientId });
    grant.addOIDCScope('openid email profile');
    const ts = Math.floor(Date.now() / 1000) - this.signedInAgoS;
    return provider.interactionFinished(request, response, {
      login: { accountId: person.sub, ts },
      consent: { grantId: await grant.save() },
    });
  }
}
