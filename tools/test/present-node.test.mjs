import { expect, it } from 'vitest';
import { suitableNode } from '../lib/present-node.mjs';

it.each(['24.16.0', '24.20.1', '26.1.0', '100.0.0'])('accepts Node.js %s', (version) => {
  expect(suitableNode(version)).toEqual({ path: process.execPath, version });
});

it.each(['20.20.2', '22.18.0', '24.9.0'])('names the version to install instead of Node.js %s', (version) => {
  expect(() => suitableNode(version)).toThrow(
    new RegExp(`^Node.js ${version} is too old, .*: install Node.js 24.16.0 or later`),
  );
});
