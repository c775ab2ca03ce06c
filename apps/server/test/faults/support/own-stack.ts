import { createTestDatabase, type TestDatabase } from '@stockbook/db/testing';
import { expect, onTestFinished } from 'vitest';
import { type Stack, startStack } from './stack.ts';

/** Processes on a database of a test's own, gone when the test has finished; none of them may have complained. */
export async function useOwnStack(
  whenFinished: typeof onTestFinished = onTestFinished,
): Promise<Stack & TestDatabase> {
  const testDatabase = await createTestDatabase();
  const stack = await startStack(testDatabase.url);
  whenFinished(async () => {
    await stack.stop();
    await testDatabase.drop();
    expect(stack.complaints()).toEqual([]);
  });
  return Object.assign(stack, testDatabase);
}
