import type { Server } from 'node:http';

export interface ListeningServer {
  readonly url: string;
  /** Ends open connections, too. Further calls return the promise of the first. */
  close(): Promise<void>;
}

/** @param port a free one if 0 */
export async function listen(server: Server, port = 0): Promise<ListeningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mock server has no port.');
  let closing: Promise<void> | null = null;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      closing ??= new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
      return closing;
    },
  };
}
