import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { type ProcessOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** Any number of Stockbook's processes on one database, with a stand-in for Yahoo. */
export interface Stack {
  readonly mockServer: YahooMockServer;
  readonly processes: readonly ServerProcess[];
  start(role: ProcessOptions['role'], env?: ProcessOptions['env']): Promise<ServerProcess>;
  /** Starts another of the same role in the place of one that has ended. */
  replace(ended: ServerProcess): Promise<ServerProcess>;
  /** What a process wrote that it must never write. */
  complaints(): string[];
  stop(): Promise<void>;
}

/** Signs that something went past every handler. */
const complaint = /unhandled|uncaught|MaxListenersExceeded|DeprecationWarning/i;

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
    complaints: () => everStarted.flatMap(({ lines }) => lines.filter((line) => complaint.test(line))),
    async stop() {
      await Promise.all(processes.map((process) => process.kill()));
      await mockServer.close();
    },
  };
}
