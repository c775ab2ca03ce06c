import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toAppError } from './errors.ts';

const { error: cause } = z.object({ size: z.number('size must be a number') }).safeParse({ size: Infinity });

it('reports an invalid input as the mistake of the client', () => {
  expect(toAppError(new TRPCError({ code: 'BAD_REQUEST', cause })).body).toEqual({
    error: 'size must be a number',
    code: 'BAD_REQUEST',
    details: [{ field: 'size', message: 'size must be a number' }],
  });
});

it('reports an invalid output as a mistake of the server, without its fields', () => {
  const error = toAppError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }));
  expect([error.body, error.cause]).toEqual([
    { error: 'Something went wrong on the server. Try again.', code: 'INTERNAL_SERVER_ERROR' },
    cause,
  ]);
});
