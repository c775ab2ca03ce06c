import type { PollOptions } from './poll-until.ts';
import { type EndedTask, taskPathOf, waitForTask } from './wait-for-task.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; empty for another media type. */
  readonly body: Record<string, unknown>;
}

/** Calls the REST API of a server, as a script does. Paths are below `/api`. */
export interface ApiClient {
  /** Sends one request. @throws if no response arrives within 10 s */
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** Sends one request. @returns the body @throws if the status is not 2xx */
  call<Body extends object>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Starts a task by a POST request, and waits until it has succeeded. @throws if it fails or starts no task */
  runTask(path: string, body?: unknown, options?: PollOptions): Promise<EndedTask>;
}

/** Longer than any response may take, so that tests detect a slow one. */
const requestTimeoutMs = 10_000;

/** @param token an access token or personal access token; without one, requests are not authenticated */
export function apiClient(serverUrl: string, token?: string): ApiClient {
  async function send(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await fetch(`${serverUrl}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const { status, headers } = response;
    const text = await response.text();
    return { status, headers, body: headers.get('content-type')?.includes('json') ? JSON.parse(text) : {} };
  }

  async function call<Body extends object>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await send(method, path, body);
    if (response.status < 200 || response.status > 299) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    }
    return response.body as Body;
  }

  return {
    send,
    call,
    async runTask(path, body, options) {
      const started = await call<ApiResponse['body']>('POST', path, body);
      const taskPath = taskPathOf(started);
      if (taskPath === null) throw new Error(`POST ${path} started no task: ${JSON.stringify(started)}`);
      const task = await waitForTask(taskPath, (task) => send('GET', task), options);
      if (task.status === 'FAILURE') throw new Error(`POST ${path}: ${task.message}`);
      return task;
    },
  };
}
