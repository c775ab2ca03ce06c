import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** Several Stockbook processes on one database, with a mock server for Yahoo. */
export interface Stack {
  readonly mockServer: YahooMockServer;
  readonly processes: readonly ServerProcess[];
  start(role: ProcessOptions['role'], env?: ProcessOptions['env']): Promise<ServerProcess>;
  /** Replaces a process that has ended by a new one of the same role. */
  replace(ended: ServerProcess): Promise<ServerProcess>;
  /** Lines of all processes that report unhandled errors. */
  unhandledErrors(): string[];
  stop(): Promise<void>;
}

/** Node's messages about errors that no handler caught, and about misuse. */
const unhandledError = /unhandled|uncaught|MaxListenersExceeded|DeprecationWarning/i;

export async function startStack(databaseUrl: string): Promise<Stack> {
  const mockServer = await startYahooMockServer();
  const processes: ServerProcess[] = [];
  const everStarted: ServerProcess[] = [];

  async function start(role: ProcessOptions['role'], env: ProcessOptions['env'] = {}) {
    const started = await startServerProcess({ role, databaseUrl, yahooUrl: mockServer.url, env });
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
