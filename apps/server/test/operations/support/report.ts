/** Prints what a test has measured. */
export function report(line: string): void {
  process.stdout.write(`measured: ${line}\n`);
}
