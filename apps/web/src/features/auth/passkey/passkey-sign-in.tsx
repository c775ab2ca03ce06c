import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { FormFailure } from '#hooks/use-form.ts';
import { publicClient } from '#lib/api/public-client.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import {
  cancelPasskeys,
  canOfferPasskeys,
  choosePasskey,
  offerPasskeys,
  PasskeyCancelled,
} from '#lib/passkeys.ts';
import { useSession } from '#lib/session/session-context.ts';
import { authenticate } from '../authenticate.ts';

type Answer = Awaited<ReturnType<typeof choosePasskey>>;

const requestOptions = () => publicClient.auth.passkeyLoginOptions.mutate();

/** The time before the end of a challenge at which the field gets a new one. */
const renewalMs = 30_000;

/** Offers passkeys in the email field until one is accepted, with a new challenge before each ends. */
async function offerInField(
  signIn: (answer: Answer) => Promise<boolean>,
  isCurrent: () => boolean,
): Promise<void> {
  if (!(await canOfferPasskeys())) return;
  for (let isSignedIn = false; !isSignedIn && isCurrent(); ) {
    const options = await requestOptions();
    if (!isCurrent()) return;
    let isRenewal = false;
    const timer = window.setTimeout(() => {
      isRenewal = true;
      void cancelPasskeys();
    }, options.timeout - renewalMs);
    try {
      isSignedIn = await signIn(await offerPasskeys(options));
    } catch (error) {
      if (!isRenewal) throw error;
    } finally {
      window.clearTimeout(timer);
    }
  }
}

/** The way to sign in by a passkey, by the button and in the email field. */
export function PasskeySignIn() {
  const session = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** @returns whether the passkey was accepted */
  const signIn = useCallback(
    async (response: Answer) => {
      setFailure(null);
      try {
        await authenticate(session, publicClient.auth.passkeyLogin.mutate({ response }), 'Login failed');
        await navigate({ to: '/dashboard' });
        return true;
      } catch (error) {
        setFailure(
          error instanceof FormFailure ? error : new FormFailure(...describeFailure(error, 'Login failed')),
        );
        return false;
      }
    },
    [session, navigate],
  );

  useEffect(() => {
    if (isBusy) return;
    let isCurrent = true;
    // The button works without it, and says what is wrong.
    offerInField(signIn, () => isCurrent).catch(() => {});
    return () => {
      isCurrent = false;
      void cancelPasskeys();
    };
  }, [isBusy, signIn]);

  async function choose() {
    setIsBusy(true);
    setFailure(null);
    try {
      await signIn(await choosePasskey(await requestOptions()));
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) {
        setFailure(new FormFailure(...describeFailure(error, 'Login failed')));
      }
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="grid gap-4">
      {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
      <Button size="lg" disabled={isBusy} onClick={choose}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
