import { describe, expect, it } from 'vitest';
import { addressBlock, networkBlock } from './address-block.ts';

describe('addressBlock', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:5678', '203.0.113.9'],
    ['[2001:db8:1:2::1]:5678', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[::1]:5678', '::/64'],
    ['not an address', 'not an address'],
  ])('maps %s to %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('networkBlock', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['[2001:db8:1:ffff::1]:5678', '2001:db8:1::/48'],
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['not an address', null],
  ])('maps %s to %s', (address, network) => {
    expect(networkBlock(address)).toBe(network);
  });
});
