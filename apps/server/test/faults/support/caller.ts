import { setTimeout as delay } from 'node:timers/promises';

/** The outcome of a request: 2xx; 4xx; or unknown (503, or no response). */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export interface Reply {
  readonly outcome: Outcome;
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly seconds: number;
  /** Why no response arrived; null with a response. */
  readonly failure: string | null;
}

export interface Request {
  readonly token?: string;
  readonly body?: unknown;
}

/** Longer than any response may take, so that tests detect a slow one. */
const requestTimeoutMs = 15_000;

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Sends one request to a server's REST API; never throws. */
export async function call(
  serverUrl: string,
  method: string,
  path: string,
  { token, body }: Request = {},
): Promise<Reply> {
  const start = performance.now();
  const secondsSince = () => (performance.now() - start) / 1000;
  try {
    const response = await fetch(`${serverUrl}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const { status, headers } = response;
    const parsed: Record<string, unknown> = JSON.parse(await response.text());
    return {
      outcome: outcomeOf(status),
      status,
      headers,
      body: parsed,
      seconds: secondsSince(),
      failure: null,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return {
      outcome: 'unknown',
      status: 0,
      headers: new Headers(),
      body: {},
      seconds: secondsSince(),
      failure: cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause),
    };
  }
}

/** The task that an accepted request started; null if it started none. */
export function taskIdOf({ body }: Reply): string | null {
  if (typeof body.task_id === 'string') return body.task_id;
  const { data } = body;
  const isTask = typeof data === 'object' && data !== null && 'task_id' in data;
  return isTask ? String(data.task_id) : null;
}

/** Tasks of stocks and tasks of indicators have separate paths. */
export type TaskPath = '/stocks/tasks' | '/indicators/task';

export interface EndedTask {
  readonly status: 'SUCCESS' | 'FAILURE';
  readonly message: string;
}

/**
 * Polls a task until it has ended.
 * @param serverUrl returns the URL of a running server, for each request
 * @returns null if the task has not ended within `withinMs`
 */
export async function endOf(
  serverUrl: () => string,
  taskPath: TaskPath,
  taskId: string,
  token: string,
  withinMs: number,
): Promise<EndedTask | null> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const { status, body } = await call(serverUrl(), 'GET', `${taskPath}/${taskId}`, { token });
    if (status === 200 && (body.status === 'SUCCESS' || body.status === 'FAILURE')) {
      return { status: body.status, message: String(body.message) };
    }
    if (status >= 400 && status < 500) throw new Error(`the task ${taskId} cannot be read: ${status}`);
    await delay(100);
  }
  return null;
}

/** Registers a new account. @returns its access token */
export async function signUp(serverUrl: string, name: string): Promise<string> {
  const { status, body } = await call(serverUrl, 'POST', '/auth/register', {
    body: { email: `${name}@example.com`, username: name, password: 'a long and private sentence' },
  });
  if (status !== 201) throw new Error(`no account for ${name}: ${status} ${JSON.stringify(body)}`);
  return String(body.access_token);
}
