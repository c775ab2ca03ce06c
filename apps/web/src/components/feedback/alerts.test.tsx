import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AlertsProvider, useAlerts } from './alerts.tsx';

function Page({ onAnswer }: { onAnswer: (isYes: boolean) => void }) {
  const { alert, confirm } = useAlerts();
  return (
    <>
      <button type="button" onClick={() => confirm('Shall it go?', 'Go').then(onAnswer)}>
        ask
      </button>
      <button type="button" onClick={() => alert('It failed.')}>
        warn
      </button>
    </>
  );
}

it('queues an alert while another is open', async () => {
  const onAnswer = vi.fn();
  render(
    <AlertsProvider>
      <Page onAnswer={onAnswer} />
    </AlertsProvider>,
  );
  fireEvent.click(screen.getByText('ask'));
  const confirmDialog = await screen.findByRole('alertdialog', { name: 'Shall it go?' });
  fireEvent.click(screen.getByText('warn'));
  expect(screen.queryByText('It failed.')).toBeNull();
  fireEvent.click(within(confirmDialog).getByRole('button', { name: 'Go' }));
  const alertDialog = await screen.findByRole('alertdialog', { name: 'It failed.' });
  expect(onAnswer.mock.calls).toEqual([[true]]);
  fireEvent.click(within(alertDialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByText('warn'));
  await screen.findByRole('alertdialog', { name: 'It failed.' });
});
