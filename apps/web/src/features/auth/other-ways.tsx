import { useEffect, useState } from 'react';
import { publicClient } from '#lib/api/public-client.ts';
import { hasPasskeys } from '#lib/has-passkeys.ts';
import { PasskeySignIn } from './passkey/passkey-sign-in.tsx';
import { ProviderSignIn } from './provider/provider-sign-in.tsx';

interface Ways {
  readonly passkeys: boolean;
  /** The name of the identity provider; null without one. */
  readonly provider: string | null;
}

/**
 * The ways to sign in besides the password; nothing where there are none, and until the server has answered.
 * `onPasskeys` is called before passkeys are offered in the field with the autocomplete word `webauthn`.
 */
export function OtherWays({ onPasskeys }: { onPasskeys: () => void }) {
  const [ways, setWays] = useState<Ways>({ passkeys: false, provider: null });
  useEffect(() => {
    publicClient.system.version.query().then(
      ({ sign_in: { passkeys, provider } }) => {
        const offersPasskeys = passkeys && hasPasskeys();
        if (offersPasskeys) onPasskeys();
        setWays({ passkeys: offersPasskeys, provider });
      },
      // The form stays: submitting it shows the error.
      () => {},
    );
  }, [onPasskeys]);
  if (!ways.passkeys && ways.provider === null) return null;
  return (
    <div className="grid gap-4">
      {ways.provider !== null && <ProviderSignIn name={ways.provider} />}
      {ways.passkeys && <PasskeySignIn />}
    </div>
  );
}
