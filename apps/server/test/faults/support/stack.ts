import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { type ServerProcess, startServer } from '@stockbook/testing';

export type Role = 'web' | 'worker' | 'all';

export type StackProcess = ServerProcess & { readonly role: Role };

/** Several Stockbook processes on one database, with a mock server for Yahoo. */
export interface Stack {
  readonly mockServer: YahooMockServer;
  readonly processes: readonly StackProcess[];
  start(role: Role, env?: Readonly<Record<string, string>>): Promise<StackProcess>;
  /** Replaces a process that has ended by a new one of the same role. */
  replace(ended: StackProcess): Promise<StackProcess>;
  /** Lines of all processes that report unhandled errors. */
  unhandledErrors(): string[];
  stop(): Promise<void>;
}

/** Node's messages about errors that no handler caught, and about misuse. */
const unhandledError = /unhandled|uncaught|MaxListenersExceeded|DeprecationWarning/i;

export async function startStack(databaseUrl: string): Promise<Stack> {
  const mockServer = await startYahooMockServer();
  const processes: StackProcess[] = [];
  const everStarted: StackProcess[] = [];

  async function start(role: Role, env: Readonly<Record<string, string>> = {}) {
    const server = await startServer({
      env: {
        ROLE: role,
        DATABASE_URL: databaseUrl,
        MARKET_DATA: 'yahoo',
        YAHOO_URL: mockServer.url,
        YAHOO_CALL_SPACING_MS: '0',
        LOG_LEVEL: 'info',
        ...env,
      },
    });
    const started = Object.assign(server, { role });
    processes.push(started);
    everStarted.push(started);
    return started;
  }

  return {
    mockServer,
    processes,
    start,
    async replace(ended) {
      processes.splice(processes.indexOf(ended), 1);
      return start(ended.role);
    },
    unhandledErrors: () =>
      everStarted.flatMap(({ lines }) => lines.filter((line) => unhandledError.test(line))),
    async stop() {
      await Promise.all(processes.map((process) => process.kill()));
      await mockServer.close();
    },
  };
}
