import { type ApiResponse, apiClient, type EndedTask, PollTimeout, waitForTask } from '@stockbook/testing';

/** The outcome of a request: 2xx; 4xx; or unknown (503, or no response). */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A response; without one, the status is 0. */
export interface Reply extends ApiResponse {
  readonly outcome: Outcome;
  readonly seconds: number;
  /** Why no response arrived; null with a response. */
  readonly failure: string | null;
}

export interface Request {
  readonly token?: string;
  readonly body?: unknown;
}

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
    const response = await apiClient(serverUrl, token).send(method, path, body);
    return { ...response, outcome: outcomeOf(response.status), seconds: secondsSince(), failure: null };
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

/** Tasks of stocks, of indicators and of strategies have separate paths. */
export type TaskPath = '/stocks/tasks' | '/indicators/task' | '/strategies/task';

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
  const read = async (path: string) => {
    const reply = await call(serverUrl(), 'GET', path, { token });
    return reply.outcome === 'unknown' ? undefined : reply;
  };
  try {
    const path = `${taskPath}/${taskId}`;
    const { status, message } = await waitForTask(path, read, { timeoutMs: withinMs, intervalMs: 100 });
    return { status, message };
  } catch (error) {
    if (error instanceof PollTimeout) return null;
    throw error;
  }
}

/** Registers a new account. @returns its access token */
export async function signUp(serverUrl: string, name: string): Promise<string> {
  const { status, body } = await call(serverUrl, 'POST', '/auth/register', {
    body: { email: `${name}@example.com`, username: name, password: 'a long and private sentence' },
  });
  if (status !== 201) throw new Error(`no account for ${name}: ${status} ${JSON.stringify(body)}`);
  return String(body.access_token);
}
