import { expect, it } from 'vitest';
import { begin } from './support/begin.ts';
import { signUp } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

it('a server answers every request that was sent before SIGTERM', async () => {
  const { start } = await useOwnStack();
  const [web] = await Promise.all([start('all'), start('worker')]);
  const token = await signUp(web.url, 'impatient');
  const credentials = { email: 'impatient@example.com', password: 'a long and private sentence' };
  const begun = Array.from({ length: 60 }, (_, number) =>
    number % 3 === 0
      ? begin(web.url, 'POST', '/auth/login', token, JSON.stringify(credentials))
      : begin(web.url, 'GET', '/stocks/', token),
  );
  await Promise.all(begun.map(({ sent }) => sent));
  const { exitCode, seconds } = await web.stop();
  expect(exitCode).toBe(0);
  expect(seconds).toBeLessThan(15);
  const ends = await Promise.all(begun.map(({ end }) => end));
  for (const end of ends) expect([200, 503]).toContain(end);
  expect(ends).toContain(200);
});
