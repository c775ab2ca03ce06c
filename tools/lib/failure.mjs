/** An error that the user can fix: printed as one line, without a stack trace. */
export class Failure extends Error {}

/**
 * Runs a command's main function; prints its failure and exits with 1.
 *
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`stockbook: ${describe(error)}\n`);
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof Failure) return error.message;
  if (error instanceof Error && 'path' in error && 'code' in error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(String(error.code))) {
      return `cannot write to ${error.path} (${error.code}): make room, or make it writable for this user.`;
    }
  }
  return error instanceof Error ? error.stack : String(error);
}

/**
 * One line about a step that takes a while.
 *
 * @param {string} text
 */
export function print(text) {
  process.stdout.write(`stockbook: ${text}\n`);
}
