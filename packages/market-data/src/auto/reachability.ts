import { connect } from 'node:net';

const CONNECT_MS = 2000;
const REMEMBER_MS = 60_000;

/** Whether Yahoo can be reached at all, remembered so that calls do not each wait on a dead network. */
export interface Reachability {
  /** Probes at first and a minute after it was last unreachable; once reached it counts as such until `markUnreachable`. */
  check(): Promise<boolean>;
  /** A call found that it cannot be reached. */
  markUnreachable(): void;
  /** Until when it counts as out of reach; null when it counts as reachable or nothing is known. */
  unreachableUntil(): Date | null;
}

export function createReachability(probe: () => Promise<boolean>, clock: () => Date): Reachability {
  let isReached = false;
  let unreachableUntil: Date | null = null;
  let probing: Promise<boolean> | null = null;

  function markUnreachable(): void {
    isReached = false;
    unreachableUntil = new Date(clock().getTime() + REMEMBER_MS);
  }
  function currentlyUnreachableUntil(): Date | null {
    return unreachableUntil !== null && unreachableUntil > clock() ? unreachableUntil : null;
  }
  async function probeOnce(): Promise<boolean> {
    if (await probe()) isReached = true;
    else markUnreachable();
    return isReached;
  }

  return {
    async check() {
      if (isReached) return true;
      if (currentlyUnreachableUntil() !== null) return false;
      probing ??= probeOnce().finally(() => {
        probing = null;
      });
      return probing;
    },
    markUnreachable,
    unreachableUntil: currentlyUnreachableUntil,
  };
}

/** Whether somebody takes a TCP connection at the host and port of `url` within two seconds, its name's look-up included. */
export function canConnect(url: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  // An IPv6 address stands in brackets in a URL alone.
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? defaultPort : Number(port) });
    const settle = (isConnected: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isConnected);
    };
    const timer = setTimeout(settle, CONNECT_MS, false);
    socket.once('connect', () => settle(true)).on('error', () => settle(false));
  });
}
