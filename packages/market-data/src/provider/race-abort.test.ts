import { describe, expect, it, vi } from 'vitest';
import { raceAbort } from './race-abort.ts';

describe('raceAbort', () => {
  it('returns the result of the work', async () => {
    expect(await raceAbort(undefined, async () => 1)).toBe(1);
    expect(await raceAbort(new AbortController().signal, async () => 2)).toBe(2);
  });

  it('does not start the work when the signal is already aborted', async () => {
    const work = vi.fn(async () => 1);
    await expect(raceAbort(AbortSignal.abort(new Error('gone')), work)).rejects.toThrow('gone');
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects when aborted, and ignores a later rejection of the work', async () => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<number>();
    const waiting = raceAbort(controller.signal, () => promise);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    reject(new Error('too late'));
  });
});
