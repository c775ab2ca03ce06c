import type { BrowserContext, Request, Route } from '@playwright/test';

type Treatment = (route: Route, call: Call) => Promise<void>;

/** One call of a procedure. */
export interface Call {
  readonly procedure: string;
  readonly input: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface Refusal {
  status?: number;
  /** For programs; by default that of the status. */
  code?: string;
  /** The message shown to the user. */
  message?: string;
  details?: string | readonly { field: string; message: string }[];
}

const codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

function procedureOf(url: string): string | null {
  return /\/trpc\/([\w.]+)/.exec(url)?.[1] ?? null;
}

function inputOf(request: Request): unknown {
  if (request.method() === 'POST') return request.postDataJSON();
  const input = new URL(request.url()).searchParams.get('input');
  return input === null ? undefined : JSON.parse(input);
}

/**
 * The network between the pages and the server. By default all calls pass and are counted; a procedure can be made to
 * fail, to wait or to return something else, in tRPC's wire format.
 */
export class Server {
  readonly #context: BrowserContext;
  readonly #treatments = new Map<string, Treatment>();
  readonly #provoked = new Set<string>();
  readonly #calls: Call[] = [];
  readonly #releases = new Set<() => void>();
  #isBetween = false;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('request', this.#note);
  }

  readonly #note = (request: Request) => {
    const procedure = procedureOf(request.url());
    if (procedure) this.#calls.push({ procedure, input: inputOf(request), headers: request.headers() });
  };

  /** The number of calls of a procedure so far; without a name, of all procedures. */
  calls(procedure?: string): readonly Call[] {
    return this.#calls.filter((call) => procedure === undefined || call.procedure === procedure);
  }

  /** Whether a test has made the calls at this address fail. */
  isProvoked(url: string): boolean {
    return this.#provoked.has(procedureOf(url) ?? '');
  }

  async #treat(procedure: string, treatment: Treatment): Promise<void> {
    this.#treatments.set(procedure, treatment);
    if (this.#isBetween) return;
    this.#isBetween = true;
    await this.#context.route('**/trpc/**', async (route) => {
      const request = route.request();
      const name = procedureOf(request.url()) ?? '';
      const treatment = this.#treatments.get(name);
      if (!treatment) return route.fallback();
      return treatment(route, { procedure: name, input: inputOf(request), headers: request.headers() });
    });
  }

  /** Responds with an error in the server's format. */
  async refuse(
    procedure: string,
    { status = 500, code, message = 'It failed.', details }: Refusal = {},
  ): Promise<void> {
    this.#provoked.add(procedure);
    const data = { code: code ?? codes[status], httpStatus: status, path: procedure, details };
    await this.#treat(procedure, (route) =>
      route.fulfill({ status, json: { error: { message, code: -32603, data } } }),
    );
  }

  /** Responds with something that is not the server's format, as a proxy without its server does. */
  async fail(procedure: string): Promise<void> {
    this.#provoked.add(procedure);
    await this.#treat(procedure, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
    );
  }

  /** Breaks the connection. */
  async disconnect(procedure: string): Promise<void> {
    this.#provoked.add(procedure);
    await this.#treat(procedure, (route) => route.abort('connectionrefused'));
  }

  /** Responds instead of the server; a function returns the response of each call. */
  async answer(procedure: string, data: unknown): Promise<void> {
    await this.#treat(procedure, (route, call) =>
      route.fulfill({ json: { result: { data: typeof data === 'function' ? data(call) : data } } }),
    );
  }

  /** Changes the server's response. */
  async alter<T>(procedure: string, change: (data: T) => unknown): Promise<void> {
    await this.#treat(procedure, async (route) => {
      const response = await route.fetch();
      const { result } = await response.json();
      await route.fulfill({ json: { result: { data: change(result.data) } } });
    });
  }

  /** Holds the calls of a procedure until the returned function is called; they then continue to the server. */
  async hold(procedure: string): Promise<() => void> {
    const before = this.#treatments.get(procedure);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#releases.add(release);
    await this.#treat(procedure, async (route, call) => {
      await released;
      await (before ? before(route, call) : route.continue());
    });
    return () => {
      if (before) this.#treatments.set(procedure, before);
      else this.#treatments.delete(procedure);
      release();
    };
  }

  /** Stops intercepting the calls of the procedure, or all calls. */
  async restore(procedure?: string): Promise<void> {
    if (procedure !== undefined) {
      this.#treatments.delete(procedure);
      return;
    }
    this.#treatments.clear();
    for (const release of this.#releases) release();
    await this.#context.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Leaves the context to the next test. */
  async leave(): Promise<void> {
    await this.restore();
    this.#context.off('request', this.#note);
  }
}
