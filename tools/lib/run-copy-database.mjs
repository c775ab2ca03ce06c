import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Backs up or restores the database.
 *
 * @param {'backup' | 'restore'} command with the arguments of this process
 */
export async function runCopyDatabase(command) {
  const { file, keepTokens } = readArguments(command);
  // npm changes to the project's folder; the name was given in the folder where npm was called.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  return runProgram('tools/lib/copy-database.mjs', [command, path, ...(keepTokens ? ['--keep-tokens'] : [])]);
}

/** @param {'backup' | 'restore'} command */
function readArguments(command) {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: command === 'restore' ? { 'keep-tokens': { type: 'boolean' } } : {},
    });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, keepTokens: 'keep-tokens' in values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const option = command === 'restore' ? ' [--keep-tokens]' : '';
  throw new Failure(`name the file, for example: npm run ${command} -- stockbook.sql.gz${option}`);
}
