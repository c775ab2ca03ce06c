import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const clientId = 'stockbook';
const clientSecret = 'the secret of the client';

interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly preferred_username?: string;
}

/** The settings of a program whose users sign in by the provider. */
export function settingsFor(issuer: string, publicUrl: string) {
  return {
    PORT: String(new URL(publicUrl).port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Home',
  };
}

/** An OpenID Connect provider on this machine, at which the person of a test sits already. */
export class IdentityProvider {
  readonly issuer: string;
  /** The person at the browser; null refuses. */
  person: Person | null = null;
  /** Seconds since the person has proved who they are. */
  signedInAgoS = 0;
  /** Whether the endpoint for the program answers nothing. */
  isTokenEndpointDown = false;
  readonly #people = new Map<string, Person>();
  readonly #server: Server;
  readonly #provider: Provider;

  private constructor(server: Server, publicUrl: string) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          require_auth_time: true,
        },
      ],
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub'], email: ['email'], profile: ['preferred_username'] },
      features: { devInteractions: { enabled: false } },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...this.#people.get(sub), sub }) }),
    });
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  /** @param publicUrl of the program whose users it signs in */
  static async start(publicUrl: string): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new IdentityProvider(server, publicUrl);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Lets a new person sit at the provider. */
  invite(claims: Partial<Person> = {}): Person & { email: string } {
    const name = `person${Math.random().toString(36).slice(2, 10)}`;
    const person = { sub: name, email: `${name}@example.com`, preferred_username: name, ...claims };
    this.person = person;
    return person;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isTokenEndpointDown && request.url === '/token') return void request.socket.destroy();
    if (!request.url?.startsWith('/interaction/')) return this.#provider.callback()(request, response);
    const { person } = this;
    if (person === null) {
      const refusal = { error: 'access_denied', error_description: 'a text of the provider' };
      return this.#provider.interactionFinished(request, response, refusal);
    }
    this.#people.set(person.sub, person);
    const grant = new this.#provider.Grant({ accountId: person.sub, clientId });
    grant.addOIDCScope('openid email profile');
    const ts = Math.floor(Date.now() / 1000) - this.signedInAgoS;
    return this.#provider.interactionFinished(request, response, {
      login: { accountId: person.sub, ts },
      consent: { grantId: await grant.save() },
    });
  }
}
