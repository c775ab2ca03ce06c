import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { SignedIn } from '#testing/signed-in.tsx';
import { SecurityNotices } from './security-notices.tsx';
// Loaded lazily: importing it here keeps its first load out of the test's waits.
import './security-notice.tsx';

const notice = (id: string, message: string) => ({
  id,
  message,
  at: '2026-11-03T10:00:00.000Z',
  kind: 'signed_in',
});

it('shows notices until they are dismissed, and again if dismissing fails', async () => {
  let answer = Promise.withResolvers<void>();
  let notices = [
    notice('1', 'New sign-in: Firefox on Linux, 203.0.113.7. Not you? Change your password.'),
    notice('2', 'New sign-in: Safari on iOS, 198.51.100.4. Not you? Change your password.'),
  ];
  const seen = fakeServer({
    'auth.notices': () => ({ notices }),
    'auth.dismissNotice': async ({ input }) => {
      await answer.promise;
      notices = notices.filter(({ id }) => id !== input.noticeId);
      return { message: 'The notice was dismissed' };
    },
  });
  render(
    <InRouter>
      <SignedIn>
        <SecurityNotices />
      </SignedIn>
    </InRouter>,
  );
  const rows = () => screen.queryAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]?.textContent).toContain('Firefox on Linux, 203.0.113.7. Not you? Change your password.');
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/settings#security');
  const dismissFirst = () =>
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as Element);

  dismissFirst();
  await waitFor(() => expect(rows()).toHaveLength(1));
  answer.reject(new ErrorResponse(503, 'The database cannot be reached'));
  await waitFor(() => expect(rows()).toHaveLength(2));

  answer = Promise.withResolvers<void>();
  answer.resolve();
  dismissFirst();
  await waitFor(() => expect(notices).toHaveLength(1));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]?.textContent).toContain('Safari on iOS');
  expect(seen.filter(({ procedure }) => procedure === 'auth.dismissNotice')).toHaveLength(2);
});
