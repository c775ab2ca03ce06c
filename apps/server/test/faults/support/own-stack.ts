import { createTestDatabase, type TestDatabase } from '@stockbook/db/testing';
import { expect, onTestFinished } from 'vitest';
import { type Stack, startStack } from './stack.ts';

/** Starts a stack on a separate database for one test. When the test finishes, checks for unhandled errors. */
export async function useOwnStack(
  whenFinished: typeof onTestFinished = onTestFinished,
): Promise<Stack & TestDatabase> {
  const testDatabase = await createTestDatabase();
  const stack = await startStack(testDatabase.url);
  whenFinished(async () => {
    await stack.stop();
    await testDatabase.drop();
    expect(stack.unhandledErrors()).toEqual([]);
  });
  return Object.assign(stack, testDatabase);
}
