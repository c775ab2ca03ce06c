import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { TaskFailure } from '#lib/api/run-task.ts';
import { connectionSentence, serverSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import { useDeletePortfolio } from '../api/mutations.ts';
import type { TransactionImportTask } from '../import/api.ts';

const failed = 'Failed to create the example';

/** Has the server create the example portfolio, and opens its page. */
export function useCreateExample() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const portfolioId = useRef('');
  const reload = () => Promise.all([utils.portfolios.invalidate(), utils.stocks.list.invalidate()]);
  return useTask<void, TransactionImportTask>(
    {
      start: async (client) => {
        const started = await client.portfolios.createExample.mutate();
        if (started.task_id === undefined) throw new TaskFailure(started.message);
        portfolioId.current = started.portfolio_id;
        return started.task_id;
      },
      check: (client, taskId, signal) => client.portfolios.imports.task.query({ taskId }, { signal }),
      intervalMs: 500,
      startMessage: (error) => serverSentence(error) ?? connectionSentence(error) ?? failed,
      checkMessage: () => 'Failed to check the example. The server continues with it',
      failureMessage: ({ error }) => error ?? failed,
    },
    {
      onSuccess: async () => {
        await reload();
        await navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: portfolioId.current } });
      },
      // Another tab may have created it.
      onFailure: reload,
    },
  );
}

/** Removes the example with the entries of the watch list that it made, and leaves its page. */
export function useRemoveExample() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { mutateAsync, isPending, error } = useDeletePortfolio();
  const remove = async (portfolioId: string) => {
    await mutateAsync({ portfolioId });
    await utils.stocks.list.invalidate();
    await navigate({ to: '/portfolios' });
  };
  return { remove, isPending, error };
}
