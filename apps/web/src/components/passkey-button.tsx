import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { choosePasskey, PasskeyCancelled } from '#lib/passkeys.ts';

/** Confirms the sign-in by a passkey. */
export function PasskeyButton({ onConfirmed }: { onConfirmed: () => void }) {
  const { mutateAsync: requestOptions } = trpc.auth.confirmOptions.useMutation();
  const { mutateAsync: confirm } = trpc.auth.confirm.useMutation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function choose() {
    setIsBusy(true);
    setError(null);
    try {
      await confirm({ response: await choosePasskey(await requestOptions()) });
      onConfirmed();
    } catch (cause) {
      if (!(cause instanceof PasskeyCancelled)) setError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <QueryError error={error} fallback="Failed to confirm your sign-in" />
      <Button className="w-full" disabled={isBusy} onClick={choose}>
        {isBusy ? 'Checking...' : 'Use a passkey'}
      </Button>
    </>
  );
}
