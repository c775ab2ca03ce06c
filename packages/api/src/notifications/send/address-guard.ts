import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A target that Stockbook does not connect to. The message is for the user. */
export class RefusedTargetError extends Error {
  override readonly name = 'RefusedTargetError';
}

const insideMessage =
  "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS";
const plainMessage = 'Use an https:// address: plain http is allowed only for hosts in NOTIFY_ALLOW_HOSTS';

/** Targets that the operator allows besides https to public addresses. */
interface AllowList {
  readonly names: ReadonlySet<string>;
  readonly networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/** Reads entries of `NOTIFY_ALLOW_HOSTS`: addresses, networks in CIDR notation and host names. */
function readAllowList(entries: readonly string[]): AllowList {
  const isNetwork = (entry: string) => ipaddr.isValidCIDR(entry) || isIP(entry) > 0;
  return {
    names: new Set(entries.filter((entry) => !isNetwork(entry)).map(normaliseHost)),
    networks: entries.filter(isNetwork).map((entry) => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.parse(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    }),
  };
}

/** Global unicast: all other IPv6 addresses are special, or contain an IPv4 address that would be. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's metadata service has an address that looks public. */
const metadataAddress = '168.63.129.16';

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.toString() === metadataAddress) return false;
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast);
  return isGlobal && address.range() === 'unicast';
}

function normaliseHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

export interface AddressGuard {
  /** @throws RefusedTargetError if the host is an address, in any notation, that is refused */
  assertHost(url: URL): void;
  /**
   * Resolves names for a connection to the URL; fails with `RefusedTargetError` if any address is refused, or if the
   * name cannot be resolved and is not allowed. The connection uses the addresses that were judged: no second
   * resolution can replace them.
   */
  lookupFor(url: URL): LookupFunction;
  /** Resolves the URL's host and judges it. @throws RefusedTargetError; allowed names that do not resolve pass */
  assertResolved(url: URL): Promise<void>;
}

export type Resolver = typeof systemLookup;

export interface AddressGuardOptions {
  /** The system's resolver if omitted. */
  readonly resolve?: Resolver;
  /**
   * 2 s if omitted: how long a request waits for a name server, and every name is refused no sooner. Otherwise the
   * answer or its time would show which names exist in the server's own network.
   */
  readonly refusalMs?: number;
}

/** Decides to which addresses channels may connect (SSRF). */
export function createAddressGuard(
  allowedHosts: readonly string[],
  { resolve = systemLookup, refusalMs = 2_000 }: AddressGuardOptions = {},
): AddressGuard {
  const allowed = readAllowList(allowedHosts);
  const isNamed = (host: string) => allowed.names.has(normaliseHost(host));

  function isAllowed(host: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
    return (
      isNamed(host) ||
      allowed.networks.some(
        ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
      )
    );
  }

  function assertAddress({ protocol, hostname }: URL, text: string): void {
    // An IPv4-mapped address is judged as the IPv4 address that it connects to.
    const address = ipaddr.process(text);
    if (isAllowed(hostname, address)) return;
    if (!isPublic(address)) throw new RefusedTargetError(insideMessage);
    if (protocol !== 'https:') throw new RefusedTargetError(plainMessage);
  }

  const guard: AddressGuard = {
    assertHost(url) {
      // `URL` has converted notations like 0x7f.1 and 2130706433 to 127.0.0.1.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) > 0) assertAddress(url, host);
    },
    lookupFor: (url) => (hostname, options, callback) => {
      const startedAt = performance.now();
      const refuse = (refusal: Error) => {
        setTimeout(callback, refusalMs - (performance.now() - startedAt), refusal, []);
      };
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error && isNamed(hostname)) return callback(error, []);
        if (error) return refuse(new RefusedTargetError(insideMessage));
        try {
          for (const { address } of addresses) assertAddress(url, address);
        } catch (refusal) {
          return refuse(refusal as Error);
        }
        const [first] = addresses;
        if (options.all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
    async assertResolved(url) {
      guard.assertHost(url);
      const { promise, resolve: finish, reject } = Promise.withResolvers<void>();
      const end = (error: Error | null) => (error instanceof RefusedTargetError ? reject(error) : finish());
      const late = isNamed(url.hostname) ? null : new RefusedTargetError(insideMessage);
      const timer = setTimeout(end, refusalMs, late);
      guard.lookupFor(url)(url.hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }, end);
      await promise.finally(() => clearTimeout(timer));
    },
  };
  return guard;
}
