/** The eight groups of an IPv6 address, its `::` filled up with zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * What one client has to itself: an IPv4 address, or the /64 network of an IPv6 one, in which everybody can
 * have as many addresses as they like. An IPv4 address in IPv6 clothes is the IPv4 address. Some proxies write the
 * client's port behind its address, which is another one each time: it does not count.
 */
export function addressBlock(address: string): string {
  const [, bracketed, dotted] = address.match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? [];
  const alone = bracketed ?? dotted ?? address;
  if (!alone.includes(':')) return alone;
  const [bare = ''] = alone.toLowerCase().split('%');
  const [, mapped] = bare.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/) ?? [];
  if (mapped !== undefined) return mapped;
  const network = groupsOf(bare)
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
