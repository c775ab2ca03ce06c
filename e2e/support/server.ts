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
  /** The sentence for a person. */
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
 * The network between the pages and the server. By default all passes, and is counted; a procedure can be made to
 * fail, to wait or to answer something else, in the shapes that tRPC speaks.
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
    context.on('request', (request) => {
      const procedure = procedureOf(request.url());
      if (procedure) this.#calls.push({ procedure, input: inputOf(request), headers: request.headers() });
    });
  }

  /** The calls of a procedure so far; of all procedures without a name. */
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
      if (!treatment) return route.continue();
      return treatment(route, { procedure: name, input: inputOf(request), headers: request.headers() });
    });
  }

  /** Answers as the server does when it refuses. */
  async refuse(
    procedure: string,
    { status = 500, message = 'It failed.', details }: Refusal = {},
  ): Promise<void> {
    this.#provoked.add(procedure);
    const data = { code: codes[status], httpStatus: status, path: procedure, details };
    await this.#treat(procedure, (route) =>
      route.fulfill({ status, json: { error: { message, code: -32603, data } } }),
    );
  }

  /** Lets something answer that is not the server, such as a proxy whose server is away. */
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

  /** Answers in the server's place; a function gives each call its own answer. */
  async answer(procedure: string, data: unknown): Promise<void> {
    await this.#treat(procedure, (route, call) =>
      route.fulfill({ json: { result: { data: typeof data === 'function' ? data(call) : data } } }),
    );
  }

  /** Lets the server answer, and changes what it says. */
  async alter<T>(procedure: string, change: (data: T) => unknown): Promise<void> {
    await this.#treat(procedure, async (route) => {
      const response = await route.fetch();
      const { result } = await response.json();
      await route.fulfill({ json: { result: { data: change(result.data) } } });
    });
  }

  /** Keeps the calls of a procedure waiting until what it returns is called; they go on to the server then. */
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

  /** Lets calls of the procedure, or all calls, pass again. */
  async restore(procedure?: string): Promise<void> {
    if (procedure !== undefined) {
      this.#treatments.delete(procedure);
      return;
    }
    this.#treatments.clear();
    for (const release of this.#releases) release();
    await this.#context.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
