import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

const manifests = globSync('{package.json,{apps,packages}/*/package.json,e2e/package.json}', {
  cwd: projectRoot,
});

/** Syntax of POSIX shells alone, and programs that are named by a path, which Windows' shell does not find. */
const shellSyntax = /[$`'"\\;|<>*]|(^|&& )(exec|cd|export)\b|(^|&& )\w+=|(^|&& )[\w.-]+\/|[^&]&($|[^&])/;

it.each(['exec node a.mjs', 'A=b node a.mjs', 'a/bin/b c', 'node a && cd b', 'node "$A"', 'node a & b'])(
  'recognizes the syntax of POSIX shells in %s',
  (script) => expect(script).toMatch(shellSyntax),
);

it('runs the scripts of all manifests in every shell', () => {
  const scripts = manifests.flatMap((path) =>
    Object.entries(JSON.parse(readFileSync(join(projectRoot, path), 'utf8')).scripts ?? {}),
  );
  expect(scripts.length).toBeGreaterThan(30);
  expect(scripts.filter(([, script]) => shellSyntax.test(script))).toEqual([]);
});
