import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

const maxFunctionLines = 80;
const maxFileLines = 300;

/** Migrations are lists of statements, which would be no clearer in pieces. */
const excluded = [/\/migrations\/\d/, /\.test\.|\.gen\.|\/(?:testing|generated)\//];

const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'tools/{commands,lib}/**/*.mjs'], {
  cwd: projectRoot,
}).filter((file) => excluded.every((pattern) => !pattern.test(file)));

/** @param {string} file @returns {string[]} the places and lengths of its functions that are too long */
function longFunctions(file) {
  const source = readFileSync(join(projectRoot, file), 'utf8');
  const lineAt = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  /** @type {string[]} */
  const found = [];
  const check = (/** @type {{ start: number, end: number }} */ { start, end }) => {
    const lines = source.slice(start, end).split('\n').length;
    if (lines > maxFunctionLines) found.push(`${file}:${lineAt(start)}: ${lines} lines`);
  };
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(parseSync(file, source).program);
  return found;
}

it('finds no file of more than 300 lines', () => {
  const linesOf = (/** @type {string} */ file) =>
    readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => linesOf(file) > maxFileLines)).toEqual([]);
});

it('finds no function of more than 80 lines', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(longFunctions)).toEqual([]);
});
