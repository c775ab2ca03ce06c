import { useAlerts } from '#components/feedback/alerts.tsx';
import { type Move, useTakeBackMove } from '../api.ts';

/** The name of a move for its user. */
export function moveName({ file_name, program }: Pick<Move, 'file_name' | 'program'>): string {
  return file_name ?? program ?? 'File';
}

/** Takes a move back after a question. @param onDone is called after that */
export function useTakeBack(onDone?: () => void) {
  const { confirm } = useAlerts();
  const { mutate, data, error, isPending } = useTakeBackMove();
  return {
    /** The sentence of the server about what was removed; null before. */
    message: data?.message ?? null,
    error,
    isBusy: isPending,
    async ask(move: Pick<Move, 'id' | 'file_name' | 'program' | 'state'>) {
      const question =
        move.state === 'stored'
          ? `Take the move of “${moveName(move)}” back? Everything that it has added is deleted, also what you have edited since.`
          : `Discard “${moveName(move)}”? Nothing of it is stored yet, and your answers are lost.`;
      const isSure = await confirm(question, move.state === 'stored' ? 'Take it back' : 'Discard');
      if (isSure) mutate({ moveId: move.id }, onDone && { onSuccess: onDone });
    },
  };
}
