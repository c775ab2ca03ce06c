import { isIPv6 } from 'node:net';
import { StartError } from './env.ts';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * @param variables the names of the environment variables that set the address
 * @throws StartError that names these variables if the address is in use or does not belong to this machine
 */
export async function listen<T>(
  variables: { readonly port: string; readonly host?: string },
  address: Address,
  start: (address: Address) => Promise<T>,
): Promise<T> {
  try {
    return await start(address);
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
    const { port, host } = address;
    const names = [variables.host ?? [], variables.port].flat().join(' and ');
    throw new StartError(
      error.code === 'EADDRINUSE'
        ? `port ${port} of ${host} is taken: stop what uses it, or set ${variables.port} to another`
        : `cannot listen on ${host}:${port}: set ${names} to an address of this machine`,
    );
  }
}

/** The host of a URL that reaches what listens on `host`. */
export function authorityOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
