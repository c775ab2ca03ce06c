import { expect } from 'vitest';
import type { Harness } from '../harness.ts';
import { publicUrl } from './provider-server.ts';

interface Hop {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** A browser with cookies, which follows redirections between the server under test and the provider. */
export class Browser {
  readonly #harness: () => Harness;
  /** By origin, then by name. */
  readonly #cookies = new Map<string, Map<string, string>>();
  /** All addresses that were visited. */
  readonly visited: string[] = [];
  /** The headers of the server's redirections. */
  readonly referrerPolicies: unknown[] = [];

  constructor(harness: () => Harness) {
    this.#harness = harness;
  }

  cookie(name: string, origin = publicUrl): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  setCookie(name: string, value: string, origin = publicUrl): void {
    this.#cookies.set(origin, (this.#cookies.get(origin) ?? new Map()).set(name, value));
  }

  /** The names of the cookies that the server has set. */
  cookieHeader(origin = publicUrl): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #store(origin: string, lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (/max-age=0\b|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.get(origin)?.delete(name);
      else this.setCookie(name, value, origin);
    }
  }

  /** One request, without following a redirection. */
  async visit(address: string, init: { method?: 'GET' | 'POST'; body?: string } = {}): Promise<Hop> {
    const url = new URL(address);
    this.visited.push(url.href);
    const cookie = this.cookieHeader(url.origin);
    if (url.origin === publicUrl) {
      const response = await this.#harness().inject({
        method: init.method ?? 'GET',
        url: `${url.pathname}${url.search}`,
        headers: { cookie },
      });
      this.#store(url.origin, [response.headers['set-cookie'] ?? []].flat());
      if (response.headers.location) this.referrerPolicies.push(response.headers['referrer-policy']);
      return {
        status: response.statusCode,
        location: response.headers.location?.toString() ?? null,
        text: response.body,
      };
    }
    const response = await fetch(url, {
      method: init.method ?? 'GET',
      redirect: 'manual',
      headers: {
        cookie,
        ...(init.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(init.body === undefined ? {} : { body: init.body }),
    });
    this.#store(url.origin, response.headers.getSetCookie());
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    };
  }

  /**
   * Follows redirections to a page of the client.
   * @param before called before each request to the callback; returns the address to visit instead
   */
  async follow(address: string, before = (callback: string) => callback): Promise<string> {
    let next = address;
    for (let hop = 0; hop < 12; hop++) {
      const { pathname, origin } = new URL(next);
      if (origin === publicUrl && !pathname.startsWith('/api/')) return next;
      if (pathname === '/api/auth/oidc/callback') next = before(next);
      const { status, location, text } = await this.visit(next);
      if (location === null) throw new Error(`${next} answered ${status}: ${text.slice(0, 500)}`);
      next = new URL(location, next).href;
    }
    throw new Error('too many redirections');
  }

  /** Begins to sign in. @returns the address at the provider */
  async begin(): Promise<string> {
    const { status, location } = await this.visit(`${publicUrl}/api/auth/oidc/start`);
    expect(status).toBe(302);
    return location ?? '';
  }

  /** Signs in at the provider up to the page of the client. @returns its path with the fragment */
  async toPage(before?: (callback: string) => string): Promise<string> {
    const page = await this.follow(`${publicUrl}/api/auth/oidc/start`, before);
    return page.slice(publicUrl.length);
  }

  /** Exchanges a code as the page does. */
  async exchange(
    code: string,
    headers: Record<string, string> = { origin: publicUrl },
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.#harness().inject({
      method: 'POST',
      url: '/api/auth/oidc/exchange',
      headers: { ...headers, cookie: this.cookieHeader() },
      payload: { code },
    });
    return { status: response.statusCode, body: response.json() };
  }

  /** Signs in by the provider. @returns the access token and the user */
  async signIn(): Promise<{ token: string; user: Record<string, unknown> }> {
    const page = await this.toPage();
    expect(page).toMatch(/^\/signed-in#code=[\w-]{43}$/);
    const { status, body } = await this.exchange(codeIn(page));
    expect([status, body.error]).toEqual([200, undefined]);
    return { token: String(body.access_token), user: body.user as Record<string, unknown> };
  }
}

/** The code in the fragment of a page. */
export function codeIn(page: string): string {
  return new URLSearchParams(page.split('#')[1]).get('code') ?? '';
}
