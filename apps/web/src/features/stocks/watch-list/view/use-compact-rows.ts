import { useMedia } from '#hooks/use-media.ts';
import { useUserState } from '#hooks/use-user-state.ts';

function parseChoice(stored: unknown): boolean | null {
  return typeof stored === 'boolean' ? stored : null;
}

/** Whether the rows of the table are compact, as the user last chose; by default on a wide screen. */
export function useCompactRows(): [boolean, (isCompact: boolean) => void] {
  const [chosen, choose] = useUserState('compactRows', parseChoice);
  const isWide = useMedia('(width >= 80rem)');
  return [chosen ?? isWide, choose];
}
