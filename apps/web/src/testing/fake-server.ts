import { vi } from 'vitest';

/** One call as the fake server saw it. */
export interface SeenCall {
  readonly procedure: string;
  readonly token: string | null;
  readonly input: unknown;
}

/** Answers a procedure: with a value, or by throwing a `Refusal` or whatever `fetch` rejects with. */
export type Answer = (call: SeenCall) => unknown;

/** An answer of the server that is an error. */
export class Refusal extends Error {
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

/** Stands in for the server behind `fetch`; procedures without an answer are 404. Returns the calls as they come. */
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
      if (!answer) throw new Refusal(404, `${procedure} not found`);
      return Response.json({ result: { data: await answer(call) } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, details } = error;
      const data = { code: 'ERROR', httpStatus: status, path: procedure, ...(details ? { details } : {}) };
      return Response.json({ error: { message, code: -32000, data } }, { status });
    }
  });
  return seen;
}
