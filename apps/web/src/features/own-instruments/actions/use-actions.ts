import { useState } from 'react';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useReloadInstruments } from '../api.ts';
import { type ActionsContent, contentOf } from './action-values.ts';

/** A change that can be taken back. */
interface Change {
  readonly message: string;
  readonly before: ActionsContent;
}

const nothing: ActionsContent = { dividends: [], repeats: [], splits: [] };

/** The splits and dividends of an instrument, their changes, and the last one taken back. */
export function useActionsOf(symbol: string) {
  const { data, error, refetch } = trpc.stocks.actions.useQuery({ symbol });
  const reload = useReloadInstruments();
  const { mutateAsync, isPending } = trpc.instruments.setActions.useMutation({ onSuccess: reload });
  const [last, setLast] = useState<Change | null>(null);
  const [failure, setFailure] = useState<[message: string, detail: string | null] | null>(null);
  const content = data ? contentOf(data) : nothing;
  const put = ({ dividends, repeats, splits }: ActionsContent) =>
    mutateAsync({ symbol, dividends: [...dividends], repeats: [...repeats], splits: [...splits] });

  async function run(next: ActionsContent, done: Change | null): Promise<void> {
    setFailure(null);
    try {
      await put(next);
      setLast(done);
    } catch (thrown) {
      setFailure(describeFailure(thrown, 'Failed to save instrument'));
    }
  }

  return {
    content,
    isLoading: !data && !error,
    error,
    refetch,
    isPending,
    last,
    failure,
    /** Rejects with a failure, which the form shows. */
    async add(next: ActionsContent, message: string): Promise<void> {
      setFailure(null);
      await put(next);
      setLast({ message, before: content });
    },
    remove: (next: ActionsContent, message: string) => run(next, { message, before: content }),
    undo: ({ before }: Change) => run(before, null),
  };
}
