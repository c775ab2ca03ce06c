/** Splits an IPv6 address into its eight groups and expands `::`. */
function splitGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * The key by which requests of one client are counted: an IPv4 address, or the /64 network of an IPv6 address, since
 * a client can use any address of its /64. An IPv4-mapped IPv6 address is its IPv4 address. A port, which some proxies
 * append and which changes with each connection, is dropped.
 */
export function addressBlock(address: string): string {
  const [, bracketed, ipv4WithPort] = address.match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? [];
  const withoutPort = bracketed ?? ipv4WithPort ?? address;
  if (!withoutPort.includes(':')) return withoutPort;
  const [bare = ''] = withoutPort.toLowerCase().split('%');
  const [, mapped] = bare.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/) ?? [];
  if (mapped !== undefined) return mapped;
  const network = splitGroups(bare)
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
