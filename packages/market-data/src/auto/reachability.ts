import { connect } from 'node:net';
import { minuteMs } from '@stockbook/common/durations';

/** Long enough for a name look-up and a connection to another continent. */
const connectTimeoutMs = 2000;

/** Limits the probes while Yahoo is unreachable: they delay calls by up to `connectTimeoutMs`. */
const rememberForMs = minuteMs;

/** Caches whether Yahoo can be reached, so that not every call waits for the network. */
export interface Reachability {
  /** Probes on the first call and a minute after a failure. A success holds until `markUnreachable`. */
  check(): Promise<boolean>;
  /** For a caller whose call could not connect. */
  markUnreachable(): void;
  /** The end of the minute after a failure; null if reachable or unknown. */
  unreachableUntil(): Date | null;
}

export function createReachability(probe: () => Promise<boolean>, clock: () => Date): Reachability {
  let isReached = false;
  let unreachableUntil: Date | null = null;
  let probing: Promise<boolean> | null = null;

  function markUnreachable(): void {
    isReached = false;
    unreachableUntil = new Date(clock().getTime() + rememberForMs);
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

/** Whether a TCP connection to the host and port of `url` succeeds within two seconds, name look-up included. */
export function canConnect(url: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  // URLs put IPv6 addresses in brackets; `connect` expects them without.
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? defaultPort : Number(port) });
    const settle = (isConnected: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isConnected);
    };
    const timer = setTimeout(settle, connectTimeoutMs, false);
    socket.once('connect', () => settle(true)).on('error', () => settle(false));
  });
}
