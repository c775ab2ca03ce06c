import { useCallback, useState } from 'react';

export type CopyState = 'idle' | 'copied' | 'refused';

/**
 * Copies text to the clipboard; resolves with whether it was copied. Browsers may deny access, and always do on pages
 * without HTTPS.
 */
export function useCopy(): [CopyState, (text: string) => Promise<boolean>] {
  const [state, setState] = useState<CopyState>('idle');
  const copy = useCallback(async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      return true;
    } catch {
      setState('refused');
      return false;
    }
  }, []);
  return [state, copy];
}
