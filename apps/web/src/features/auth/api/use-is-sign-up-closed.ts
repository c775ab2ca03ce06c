import { useEffect, useState } from 'react';
import { publicClient } from '#lib/api/public-client.ts';

/** Whether the operator has closed the sign-up. False until the server has answered, which then refuses the form. */
export function useIsSignUpClosed(): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const { sign_up } = await publicClient.system.version.query();
        if (isCurrent) setIsClosed(sign_up === 'closed');
      } catch {
        // The form stays: submitting it shows the error.
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, []);
  return isClosed;
}
