import { setGlobalProxyFromEnv } from 'node:http';
import type { Env } from './env.ts';

/** Sends outgoing HTTP requests through the proxy of the environment, if there is one. */
export function useOutgoingProxy({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY }: Env): void {
  setGlobalProxyFromEnv({
    ...(HTTP_PROXY && { HTTP_PROXY }),
    ...(HTTPS_PROXY && { HTTPS_PROXY }),
    ...(NO_PROXY && { NO_PROXY }),
  });
}
