/** Prints what happens, with the seconds since the start, and counts what fails. */
export class Report {
  readonly #startedAt = performance.now();
  #failures = 0;

  get failures(): number {
    return this.#failures;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  log(line: string): void {
    process.stdout.write(`${(this.elapsedMs / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
  }

  fail(what: string, error: unknown): void {
    this.#failures += 1;
    this.log(`FAILED ${what}: ${error instanceof Error ? error.message : error}`);
  }
}
