import type { AppRouter } from '@stockbook/api';
import type { TransactionImportPreview } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useUserState } from '#hooks/use-user-state.ts';
import type { TaskKind } from '#lib/api/run-task.ts';
import { connectionSentence, serverSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import { useReloadPortfolios } from '../transactions/api.ts';
import type { MappingDraft } from './mapping-draft.ts';

type Outputs = inferRouterOutputs<AppRouter>['portfolios']['imports'];
export type TransactionImportTask = Outputs['task'];
export type PortfolioImport = Outputs['list']['imports'][number];

/** A file or a pasted text. */
export interface ImportSource {
  readonly text: string;
  /** Null for a pasted text. */
  readonly fileName: string | null;
}

interface ImportRequest extends ImportSource {
  /** Null for the mapping that the server chooses. */
  readonly mapping: MappingDraft | null;
}

function inputOf(portfolioId: string, { text, fileName, mapping }: ImportRequest) {
  return {
    portfolioId,
    text,
    file_name: fileName?.slice(0, 200),
    ...(mapping && { mapping: { ...mapping, rows: [...mapping.rows] } }),
  };
}

/** Lines of a further part of a preview: ten previews in a minute reach every line of a file. */
const linesPerPart = 1000;

interface PreviewRequest extends ImportRequest {
  /** Number of lines that are there already; the first part is shorter. */
  readonly offset?: number;
}

/** Asks the server for the verdict of each line; stores nothing. */
export function useTransactionPreview(portfolioId: string) {
  const client = useApiClient();
  return useMutation({
    mutationFn: async ({ offset, ...request }: PreviewRequest): Promise<TransactionImportPreview> => {
      const preview = await client.portfolios.imports.import.mutate({
        ...inputOf(portfolioId, request),
        ...(offset !== undefined && { offset, limit: linesPerPart }),
        commit: false,
      });
      if (!('lines' in preview)) throw new Error('The server returned a task instead of a preview');
      return preview;
    },
  });
}

/** An import that the server runs; kept so that a reload of the page continues with it. */
interface RunningImport {
  readonly portfolioId: string;
  readonly taskId: string;
  readonly importId: string;
}

function parseRunning(stored: unknown): RunningImport | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { portfolioId, taskId, importId } = stored as Partial<Record<keyof RunningImport, unknown>>;
  return typeof portfolioId === 'string' && typeof taskId === 'string' && typeof importId === 'string'
    ? { portfolioId, taskId, importId }
    : null;
}

const isGone = (error: unknown) => serverStatus(error) === 404;
const failed = 'Failed to import';

function importTask(
  portfolioId: string,
  remember: (running: RunningImport | null) => void,
): TaskKind<ImportRequest, TransactionImportTask> {
  return {
    start: async (client, request) => {
      const input = { ...inputOf(portfolioId, request), commit: true };
      const started = await client.portfolios.imports.import.mutate(input);
      if (!('task_id' in started)) throw new Error('The server returned a preview instead of a task');
      remember({ portfolioId, taskId: started.task_id, importId: started.import_id });
      return started.task_id;
    },
    check: async (client, taskId, signal) => {
      try {
        const task = await client.portfolios.imports.task.query({ taskId }, { signal });
        if (task.status === 'FAILURE') remember(null);
        return task;
      } catch (error) {
        if (isGone(error)) remember(null);
        throw error;
      }
    },
    intervalMs: 1000,
    startMessage: (error) => serverSentence(error) ?? connectionSentence(error) ?? failed,
    checkMessage: (error) =>
      isGone(error)
        ? 'The server no longer stores the result of the import'
        : 'Failed to check the import. It continues on the server',
    failureMessage: ({ error }) => error ?? failed,
  };
}

/** Stops polling without a message: the next mount continues. */
function pauseSilently(): void {}

export type ImportControl = ReturnType<typeof useTransactionImport>;

/** Imports a file into a portfolio, and refetches what it has changed. Continues after a reload, until `reset`. */
export function useTransactionImport(portfolioId: string) {
  const [stored, remember] = useUserState('transactionImport', parseRunning);
  const reload = useReloadPortfolios();
  const running = stored?.portfolioId === portfolioId ? stored : null;
  const { state, start, reset } = useTask(importTask(portfolioId, remember), {
    taskId: running?.taskId ?? null,
    onSuccess: reload,
    onFailure: reload,
    onAbandon: pauseSilently,
  });
  return {
    state,
    /** Whether the server is known to import. */
    isRunning: state.status === 'running' && (state.task?.status ?? 'SUCCESS') !== 'SUCCESS',
    /** The import that can be taken back; null before the server has accepted one. */
    importId: running?.importId ?? null,
    start,
    reset: () => {
      remember(null);
      reset();
    },
  };
}

/** The imports of a portfolio, newest first. */
export function useImports(portfolioId: string) {
  return trpc.portfolios.imports.list.useQuery({ portfolioId });
}

/** Deletes the transactions of an import. */
export function useTakeBack() {
  const reload = useReloadPortfolios();
  return trpc.portfolios.imports.delete.useMutation({ onSuccess: reload });
}
