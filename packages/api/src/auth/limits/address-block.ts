import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The key by which requests of one client are counted: an IPv4 address, or the /64 network of an IPv6 address, since
 * a client can use any address of its /64. An IPv4-mapped IPv6 address is its IPv4 address. A port, which some proxies
 * append and which changes with each connection, is dropped.
 */
export function addressBlock(address: string): string {
  if (isIPv4(address)) return address;
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return `${prefixOf(parsed, 64)}/64`;
  return parsed?.toString() ?? withoutPort(address);
}

/** The /48 network of an IPv6 address, which a provider assigns to one customer: 65,536 blocks. Null for IPv4. */
export function networkBlock(address: string): string | null {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? `${prefixOf(parsed, 48)}/48` : null;
}

function withoutPort(address: string): string {
  const [, bracketed, ipv4WithPort] = address.match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? [];
  return bracketed ?? ipv4WithPort ?? address;
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = withoutPort(address);
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

function prefixOf({ parts }: ipaddr.IPv6, bits: 48 | 64): ipaddr.IPv6 {
  const kept = parts.slice(0, bits / 16);
  return new ipaddr.IPv6([...kept, ...Array<number>(8 - kept.length).fill(0)]);
}
