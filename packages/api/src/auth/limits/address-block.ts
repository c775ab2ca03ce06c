import ipaddr from 'ipaddr.js';

/**
 * The key by which requests of one client are counted: an IPv4 address, or the /64 network of an IPv6 address, since
 * a client can use any address of its /64. An IPv4-mapped IPv6 address is its IPv4 address. A port, which some proxies
 * append and which changes with each connection, is dropped.
 */
export function addressBlock(address: string): string {
  const [, bracketed, ipv4WithPort] = address.match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? [];
  const withoutPort = bracketed ?? ipv4WithPort ?? address;
  if (!ipaddr.isValid(withoutPort)) return withoutPort;
  const parsed = ipaddr.process(withoutPort);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
