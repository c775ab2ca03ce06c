import type { AppRouter } from '@stockbook/api';
import type { AnyProcedure, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { vi } from 'vitest';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** The paths of the procedures in a router and in the routers inside it. */
type PathIn<Routes> = {
  [Name in keyof Routes & string]: Routes[Name] extends AnyProcedure
    ? Name
    : `${Name}.${PathIn<Routes[Name]>}`;
}[keyof Routes & string];

/** The path of a procedure, for example `stocks.list`. */
export type Procedure = PathIn<AppRouter['_def']['record']>;

type Lookup<Values, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Values
    ? Lookup<Values[Name], Rest>
    : never
  : Path extends keyof Values
    ? Values[Path]
    : never;
export type Output<P extends Procedure> = Lookup<Outputs, P>;

/** One call that the fake server received. */
export type SeenCall<P extends Procedure = Procedure> = P extends Procedure
  ? { readonly procedure: P; readonly token: string | null; readonly input: Lookup<Inputs, P> }
  : never;

/** Handlers by procedure: each returns the output, or throws an `ErrorResponse` or the error of `fetch`. */
export type Answers = { [P in Procedure]?: (call: SeenCall<P>) => Output<P> | Promise<Output<P>> };

/** An error response of the server. */
export class ErrorResponse extends Error {
  readonly status: number;
  readonly details: unknown;
  readonly code: string;

  constructor(status: number, message: string, details?: unknown, code = 'ERROR') {
    super(message);
    this.status = status;
    this.details = details;
    this.code = code;
  }
}

/** A handler that throws. */
export function failWith(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** Thrown by a handler: an output that the real server never sends. */
export class InvalidOutput extends Error {
  readonly output: unknown;

  constructor(output: unknown) {
    super('A response without a valid output');
    this.output = output;
  }
}

function inputOf(url: URL, init: RequestInit | undefined) {
  const text = typeof init?.body === 'string' ? init.body : url.searchParams.get('input');
  return text ? JSON.parse(text) : undefined;
}

function successBody(output: unknown) {
  return Response.json({ result: { data: output } });
}

/** Replaces `fetch` by a fake server; procedures without a handler return 404. Returns the live list of calls. */
export function fakeServer(answers: Answers): SeenCall[] {
  const seen: SeenCall[] = [];
  // Type-safe because the procedure in a request is the key of its handler.
  const handlers: Record<string, ((call: never) => unknown) | undefined> = answers;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost');
    const procedure = url.pathname.replace('/trpc/', '') as Procedure;
    const authorization = new Headers(init?.headers).get('authorization');
    const token = authorization?.replace('Bearer ', '') ?? null;
    const call = { procedure, token, input: inputOf(url, init) } as SeenCall;
    seen.push(call);
    try {
      const handler = handlers[procedure];
      if (!handler) throw new ErrorResponse(404, `${procedure} not found`);
      return successBody(await handler(call as never));
    } catch (error) {
      if (error instanceof InvalidOutput) return successBody(error.output);
      if (!(error instanceof ErrorResponse)) throw error;
      const { status, message, details, code } = error;
      const data = { code, httpStatus: status, path: procedure, ...(details ? { details } : {}) };
      return Response.json({ error: { message, code: -32000, data } }, { status });
    }
  });
  return seen;
}
