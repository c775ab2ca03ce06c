import { type BrowserContext, expect } from '@playwright/test';
import type { Server } from './server.ts';

/** The errors that pages report: on the console, or uncaught. */
export class BrowserLog {
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #ignored: RegExp[] = [];

  constructor(context: BrowserContext, server: Server) {
    context.on('console', (message) => {
      const { url } = message.location();
      // The browser reports every request that fails, also those that a test makes fail.
      const isProvoked = message.text().startsWith('Failed to load resource') && server.isProvoked(url);
      if (message.type() === 'error' && !isProvoked) this.#errors.push(`${message.text()} ${url}`);
    });
    context.on('weberror', (failure) => this.#errors.push(String(failure.error())));
  }

  /** Expects the browser to report an error that matches. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ignores reported errors that match, whether or not there are any. */
  ignore(pattern: RegExp): void {
    this.#ignored.push(pattern);
  }

  /** Fails if an unexpected error was reported, or an expected one was not. */
  check(): void {
    const isExpected = (error: string) =>
      [...this.#expected, ...this.#ignored].some((pattern) => pattern.test(error));
    expect(this.#errors.filter((error) => !isExpected(error))).toEqual([]);
    expect(this.#expected.filter((pattern) => !this.#errors.some((error) => pattern.test(error)))).toEqual(
      [],
    );
  }
}
