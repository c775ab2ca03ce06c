import type { AppRouter } from '@stockbook/api';
import { createStockbook, type Stockbook } from '@stockbook/client';
import { type EndedTask, taskPathOf, waitForTask } from '@stockbook/testing';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Env } from '../../src/env.ts';
import { assertValidResponse } from './contract.ts';

export interface RestResponse {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  /** The JSON body; empty for another media type. */
  readonly body: Record<string, unknown>;
}

export interface RestCall {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Requests to it are injected. */
const testUrl = 'http://stockbook.test';

/** The settings of a program under test. */
export const testEnv = {
  MARKET_DATA: 'simulated',
  YAHOO_CALL_SPACING_MS: 0,
  RATE_LIMIT_PER_MINUTE: 1_000_000,
  AUTH_RATE_LIMIT_PER_MINUTE: 1_000_000,
  SECRET_KEY: '5e'.repeat(32),
  // Channels are created for these names, although they do not resolve.
  NOTIFY_ALLOW_HOSTS: ['hooks.example.com', 'ntfy.example.com'],
} satisfies Partial<Env>;

type Injected = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'rawPayload' | 'json'>;

/** Calls the API of a program under test. */
export class ApiHarness {
  /** Sends a request without a check of the response. */
  readonly inject: (options: InjectOptions) => Promise<Injected>;

  constructor(inject: ApiHarness['inject']) {
    this.inject = inject;
  }

  /** Calls a path below `/api`. @throws if the response does not match the OpenAPI document */
  async rest(method: InjectOptions['method'], path: string, call: RestCall = {}): Promise<RestResponse> {
    const { token, body, headers } = call;
    const response = await this.inject({
      method: method ?? 'GET',
      url: `/api${path}`,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      payload: body as object | undefined,
    });
    assertValidResponse(method ?? 'GET', path, {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.headers['content-type']?.toString().includes('json') ? response.json() : {},
    };
  }

  /** The published client of the REST API. Its calls throw if a response does not match the OpenAPI document. */
  client(token?: string): Stockbook {
    return createStockbook({
      url: testUrl,
      ...(token === undefined ? {} : { token }),
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const response = await this.fetch(request);
        const [status, headers] = [response.status, Object.fromEntries(response.headers)];
        const path = `${pathname.slice('/api'.length)}${search}`;
        assertValidResponse(request.method, path, { status, headers, text: await response.clone().text() });
        return response;
      },
    });
  }

  /** `fetch` without sockets. */
  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const response = await this.inject({
      method: request.method as InjectOptions['method'] & string,
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { payload: body }),
    });
    const headers = Object.entries(response.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, String(value)]),
    );
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : response.body, { status: response.statusCode, headers });
  };

  /** A tRPC client, as the web client uses it. */
  trpc(token?: string) {
    return createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${testUrl}/trpc`,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          fetch: this.fetch,
        }),
      ],
    });
  }

  /** Registers a new account. */
  async signUp(name = `user${Math.random().toString(36).slice(2, 12)}`) {
    const password = 'a long and private sentence';
    const email = `${name}@example.com`;
    const { data } = await this.client().register({ body: { email, username: name, password } });
    return { name, email, password, token: data.access_token, refreshToken: data.refresh_token };
  }

  /** Polls a task until it has ended. @returns the ended task */
  waitForTask(path: string, token: string, timeoutMs?: number): Promise<EndedTask> {
    return waitForTask(path, () => this.rest('GET', path, { token }), { timeoutMs });
  }

  /** Waits for the end of the task that a response has started. */
  endOfTask({ body }: Pick<RestResponse, 'body'>, token: string, timeoutMs?: number): Promise<EndedTask> {
    const path = taskPathOf(body);
    if (path === null) throw new Error(`no task was started: ${JSON.stringify(body)}`);
    return this.waitForTask(path, token, timeoutMs);
  }

  /** Starts a task by a POST request and waits for its end. */
  async runTask(path: string, call: RestCall & { token: string }, timeoutMs?: number): Promise<EndedTask> {
    const response = await this.rest('POST', path, call);
    expect(response.status).toBe(202);
    return this.endOfTask(response, call.token, timeoutMs);
  }

  /** Adds a stock and waits for the end of its task. */
  addStock(token: string, symbol: string, timeoutMs?: number): Promise<EndedTask> {
    return this.runTask('/stocks/', { token, body: { symbol } }, timeoutMs);
  }

  /** Refreshes a stock and waits for the end of its task. */
  refresh(token: string, symbol: string, timeoutMs?: number): Promise<EndedTask> {
    return this.runTask(`/stocks/${symbol}/refresh`, { token }, timeoutMs);
  }

  /** Calculates an indicator and waits for the end of its task. */
  calculate(token: string, request: Record<string, unknown>): Promise<EndedTask> {
    return this.runTask('/indicators/calculate', { token, body: request });
  }
}
