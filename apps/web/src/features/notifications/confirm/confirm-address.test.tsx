import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { ConfirmAddress } from './confirm-address.tsx';

it('confirms the address only after the button was pressed, without an access token', async () => {
  const message = 'The address is confirmed: signals will be sent to it';
  const seen = fakeServer({ 'notifications.confirmChannel': () => ({ message }) });
  render(<ConfirmAddress token="secret" />, { wrapper: InRouter });
  expect(seen).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(seen).toEqual([
    { procedure: 'notifications.confirmChannel', token: null, input: { token: 'secret' } },
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows why a link does not work', async () => {
  const message = 'This link is not valid or was used already. Request another one in the list of channels';
  fakeServer({
    'notifications.confirmChannel': () => {
      throw new ErrorResponse(404, message);
    },
  });
  render(<ConfirmAddress token="old" />, { wrapper: InRouter });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});
