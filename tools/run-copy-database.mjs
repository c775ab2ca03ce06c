import { resolve } from 'node:path';
import { Failure } from './failure.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Backs up or restores the database.
 *
 * @param {'backup' | 'restore'} command with one argument of this process: the file
 */
export async function runCopyDatabase(command) {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) {
    throw new Failure(`name the file, for example: npm run ${command} -- stockbook.sql.gz`);
  }
  // npm changes to the project's folder; the name was given in the folder where npm was called.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  return runProgram('tools/copy-database.mjs', [command, path]);
}
