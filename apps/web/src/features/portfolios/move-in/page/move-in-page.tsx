import { ChoosePage } from '../choose/choose-page.tsx';
import { MovePage, type MovePageProps } from './move-page.tsx';

interface MoveInPageProps extends Omit<MovePageProps, 'moveId'> {
  /** Undefined before a file was sent. */
  moveId: string | undefined;
}

/** The page that moves in from another program. */
export function MoveInPage({ moveId, ...rest }: MoveInPageProps) {
  return moveId === undefined ? <ChoosePage /> : <MovePage moveId={moveId} {...rest} />;
}
