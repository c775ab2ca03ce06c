import { vi } from 'vitest';

/** One call that the fake server received. */
export interface SeenCall {
  readonly procedure: string;
  readonly token: string | null;
  readonly input: unknown;
}

/** The handler of a procedure: returns its output, or throws an `ErrorResponse` or the error of `fetch`. */
export type Answer = (call: SeenCall) => unknown;

/** An error response of the server. */
export class ErrorResponse extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

function inputOf(url: URL, init: RequestInit | undefined): unknown {
  const text = typeof init?.body === 'string' ? init.body : url.searchParams.get('input');
  return text ? JSON.parse(text) : undefined;
}

/** Replaces `fetch` by a fake server; procedures without an answer return 404. Returns the live list of calls. */
export function fakeServer(answers: Record<string, Answer>): SeenCall[] {
  const seen: SeenCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost');
    const procedure = url.pathname.replace('/trpc/', '');
    const authorization = new Headers(init?.headers).get('authorization');
    const call = {
      procedure,
      token: authorization?.replace('Bearer ', '') ?? null,
      input: inputOf(url, init),
    };
    seen.push(call);
    try {
      const answer = answers[procedure];
      if (!answer) throw new ErrorResponse(404, `${procedure} not found`);
      return Response.json({ result: { data: await answer(call) } });
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw error;
      const { status, message, details } = error;
      const data = { code: 'ERROR', httpStatus: status, path: procedure, ...(details ? { details } : {}) };
      return Response.json({ error: { message, code: -32000, data } }, { status });
    }
  });
  return seen;
}
