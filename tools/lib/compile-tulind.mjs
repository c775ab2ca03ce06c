import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ [name: string]: string | Uint8Array }} Files */
/** @typedef {{ runClang: (args: string[], files: Files) => Promise<Files> }} Compiler */

// A process of its own: the compiler takes 570 MB of memory.
const [compiler = '', source = '', target = ''] = process.argv.slice(2);

/** @type {Compiler} */
const { runClang } = await import(pathToFileURL(compiler).href);

// The C library's own function prints, for which it would import functions of an operating system.
const failedAssertion = `
void __assert_fail(const char *condition, const char *file, int line, const char *function) { __builtin_trap(); }
`;

const exported = ['malloc', 'free', 'ti_indicators'].map((name) => `-Wl,--export=${name}`);
const flags = [
  '--target=wasm32-wasip1',
  '-mexec-model=reactor',
  '-O2',
  // Without contraction to fused multiply-add, results are those of a native build without it.
  '-ffp-contract=off',
  '-w',
  ...exported,
  '-Wl,--export-table',
  '-Wl,--strip-all',
];
const inputs = { 'tulind.c': readFileSync(source), 'assert.c': failedAssertion };
const outputs = await runClang(['clang', ...flags, ...Object.keys(inputs), '-o', 'tulind.wasm'], inputs);
const { 'tulind.wasm': code } = outputs;
if (code === undefined) throw new Error('the compiler wrote no file');
writeFileSync(target, code);
