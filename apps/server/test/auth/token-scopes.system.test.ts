import type { RestOperation } from '@stockbook/api';
import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { callProcedure } from '../support/call-procedure.ts';
import {
  callRest,
  changingInputs,
  createAccessToken,
  dump,
  guardedOperations,
  providerInputs,
  tasksEnded,
  useFullAccount,
} from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const writes = guardedOperations.filter(({ isWrite }) => isWrite);
const reads = guardedOperations.filter(({ isWrite }) => !isWrite);

/** Calls a procedure over tRPC. @returns the error's status, code and message; null if it succeeds */
async function trpcError(operation: RestOperation, input: object, token: string) {
  try {
    await callProcedure(harness().trpc(token), operation, input);
    return null;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return { status: error.data.httpStatus, code: error.data.code, error: error.message };
  }
}

const refusal = { error: 'This token may only read', code: 'INSUFFICIENT_SCOPE' };

describe('a personal access token of scope read', () => {
  const account = useFullAccount(harness);

  it('tries a token of scope read with every operation that writes', () => {
    expect(Object.keys(changingInputs).sort()).toEqual(writes.map(({ name }) => name).sort());
  });

  it('gets 403 from every operation that writes, over REST and tRPC, and changes nothing', async () => {
    const before = await dump(harness());
    for (const operation of writes) {
      const input = changingInputs[operation.name]?.(account().ids) ?? {};
      const { status, body } = await callRest(harness(), operation, input, account().readToken);
      expect([operation.name, status, body]).toEqual([operation.name, 403, refusal]);
      expect([operation.name, await trpcError(operation, input, account().readToken)]).toEqual([
        operation.name,
        { status: 403, ...refusal },
      ]);
    }
    expect(await dump(harness())).toBe(before);
  });

  it('accepts a token of scope read for every other operation, and changes nothing by it but what is counted', async () => {
    const before = await dump(harness(), ['attempt_count']);
    for (const operation of reads) {
      const { status } = await callRest(harness(), operation, account().ids, account().readToken);
      expect([operation.name, status]).toEqual([operation.name, expect.not.toBeOneOf([403, 500])]);
      expect(await trpcError(operation, account().ids, account().readToken)).not.toMatchObject({
        status: 403,
      });
    }
    expect(await dump(harness(), ['attempt_count'])).toBe(before);
  });
});

describe('an access token', () => {
  const account = useFullAccount(harness);

  const reachable = Object.keys(changingInputs).filter((name) => !(name in providerInputs));
  it.each(reachable)('changes the database with the same input: %s', async (name) => {
    const operation = writes.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`there is no ${name}`);
    const token = await createAccessToken(harness(), account().userId);
    await tasksEnded(harness());
    const before = await dump(harness());
    const { status } = await callRest(
      harness(),
      operation,
      changingInputs[name]?.(account().ids) ?? {},
      token,
    );
    expect(status).toBeLessThan(300);
    expect(await dump(harness())).not.toBe(before);
  });
});
