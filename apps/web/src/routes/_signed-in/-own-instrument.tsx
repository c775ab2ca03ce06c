import { useNavigate } from '@tanstack/react-router';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

/** A second step: the list of what the form needs would take bytes of every page that can open it. */
const OwnInstrumentDialog = lazyWithReload(
  async () =>
    (await import('#features/own-instruments/create/own-instrument-dialog.tsx')).OwnInstrumentDialog,
);

/** The form of an own instrument, which leads to its page. */
export function OwnInstrument({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <OwnInstrumentDialog
      onClose={onClose}
      onCreated={(symbol) => void navigate({ to: '/stocks/$symbol', params: { symbol } })}
    />
  );
}
