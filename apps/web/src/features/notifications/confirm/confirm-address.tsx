import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Brand } from '#components/ui/brand.tsx';
import { Button } from '#components/ui/button.tsx';
import { publicClient } from '#lib/api/public-client.ts';

type Outcome =
  | { readonly status: 'waiting' | 'busy' }
  | { readonly status: 'confirmed'; readonly message: string }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * The page of a confirmation link, which works without a sign-in. It has a button, because programs that check mails
 * for harmful links open them.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>({ status: 'waiting' });

  async function confirm() {
    setOutcome({ status: 'busy' });
    try {
      setOutcome({ status: 'confirmed', message: await confirmChannel(token) });
    } catch (error) {
      setOutcome({ status: 'failed', error });
    }
  }

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[27rem] flex-col justify-center px-4 py-10">
      <Link to="/" aria-label="Stockbook, start page" className="mb-8 self-start rounded-md">
        <Brand />
      </Link>
      <h1 className="text-2xl font-semibold tracking-tight">Confirm your address</h1>
      <p className="mt-1 mb-6 text-muted">
        Signals of a Stockbook account will be sent to your address after the close.
      </p>
      {outcome.status === 'failed' && (
        <QueryError error={outcome.error} fallback="Failed to confirm the address" className="mb-4" />
      )}
      <p role="status" className="font-medium text-up not-empty:mb-4">
        {outcome.status === 'confirmed' && outcome.message}
      </p>
      {outcome.status !== 'confirmed' && (
        <Button variant="primary" size="lg" disabled={outcome.status === 'busy'} onClick={confirm}>
          {outcome.status === 'busy' ? 'Confirming...' : 'Confirm address'}
        </Button>
      )}
    </main>
  );
}

/** Confirms the address with the token of its link; resolves with the server's message. */
async function confirmChannel(token: string): Promise<string> {
  const { message } = await publicClient.notifications.confirmChannel.mutate({ token });
  return message;
}
