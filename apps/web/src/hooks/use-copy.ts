import { useCallback, useState } from 'react';

/** How the last copying went. */
export type CopyState = 'idle' | 'copied' | 'refused';

/**
 * Copies text to the clipboard and resolves with whether that went well: browsers refuse it where they will, and
 * everywhere on pages without https.
 */
export function useCopy(): [CopyState, (text: string) => Promise<boolean>] {
  const [state, setState] = useState<CopyState>('idle');
  const copy = useCallback(async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      return true;
    } catch {
      // Why differs by browser; what to do instead does not, and is the caller's to say.
      setState('refused');
      return false;
    }
  }, []);
  return [state, copy];
}
