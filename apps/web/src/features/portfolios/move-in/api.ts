import type { AppRouter } from '@stockbook/api';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useEffect } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';
import { connectionSentence, serverSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { packFiles, UnsendableFile } from './pack-files.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type MoveReport = Outputs['moves']['get'];
export type Move = Outputs['moves']['list']['moves'][number];
export type MoveQuestion = MoveReport['questions'][number];
export type MoveSecurity = MoveReport['securities'][number];
export type MoveLine = Outputs['moves']['lines']['lines'][number];
export type MoveTask = Outputs['portfolios']['imports']['task'];
type LineFilter = Omit<inferRouterInputs<AppRouter>['moves']['lines'], 'moveId'>;

/** The task that reads or stores a move, kept so that a reload of the page shows how it ended. */
interface RunningTask {
  readonly moveId: string;
  readonly taskId: string;
}

function parseRunning(stored: unknown): RunningTask | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { moveId, taskId } = stored as Partial<Record<keyof RunningTask, unknown>>;
  return typeof moveId === 'string' && typeof taskId === 'string' ? { moveId, taskId } : null;
}

function useRunningTask() {
  return useUserState('moveInTask', parseRunning);
}

interface MoveRequest {
  readonly files: readonly File[];
  /** Empty without one. */
  readonly password: string;
}

/** Sends files to the server, which begins to read them. */
export function useStartMove() {
  const client = useApiClient();
  const utils = trpc.useUtils();
  const [, remember] = useRunningTask();
  return useMutation({
    mutationFn: async ({ files, password }: MoveRequest) =>
      client.moves.start.mutate({ files: await packFiles(files), ...(password !== '' && { password }) }),
    onSuccess: ({ move_id, task_id }) => {
      remember({ moveId: move_id, taskId: task_id });
      void utils.moves.list.invalidate();
    },
  });
}

const tooLargeForProxy = 413;

/** The sentences for files that could not be sent, or that the server does not take. */
export function describeStart(error: unknown): { message: string; detail: string | null } {
  const message = error instanceof UnsendableFile ? error.message : serverSentence(error);
  if (message !== null) return { message, detail: null };
  const detail =
    serverStatus(error) === tooLargeForProxy
      ? 'A server in between does not let files of this size through. Ask its operator.'
      : connectionSentence(error);
  return { message: 'Failed to read the file', detail };
}

/** The moves of the user, newest first. */
export function useMoves() {
  return trpc.moves.list.useQuery({}, { refetchInterval: ({ state }) => pollMs(state.data?.moves ?? []) });
}

const isBusy = ({ state }: Pick<Move, 'state'>) => state === 'reading' || state === 'storing';

/** In milliseconds: of a move whose task is not known here, and of a task. */
const [stateIntervalMs, taskIntervalMs] = [2_000, 1_000];

const pollMs = (moves: readonly Pick<Move, 'state'>[]) => (moves.some(isBusy) ? stateIntervalMs : false);

const isEnded = ({ status }: Pick<MoveTask, 'status'>) => status === 'SUCCESS' || status === 'FAILURE';

/** The report of a move, refetched when the server has read or stored it, and the task that does so. */
export function useMove(moveId: string) {
  const utils = trpc.useUtils();
  const [running] = useRunningTask();
  const report = trpc.moves.get.useQuery(
    { moveId },
    { refetchInterval: ({ state: { data } }) => pollMs(data ? [data] : []) },
  );
  // The task may have been started in another browser.
  const taskId = report.data?.task_id ?? (running?.moveId === moveId ? running.taskId : null);
  const task = trpc.portfolios.imports.task.useQuery(
    { taskId: taskId ?? '' },
    {
      enabled: taskId !== null,
      // The server forgets a task some time after its end.
      refetchInterval: ({ state: { data, error } }) =>
        (data && isEnded(data)) || serverStatus(error) === 404 ? false : taskIntervalMs,
    },
  ).data;
  const isOver = task !== undefined && isEnded(task);
  useEffect(() => {
    // A move that was stored has changed portfolios, lists, notes and own instruments.
    if (isOver) void utils.invalidate();
  }, [utils, isOver]);
  return { ...report, task: task ?? null };
}

/** Stores a move. */
export function useCommitMove(moveId: string) {
  const utils = trpc.useUtils();
  const [, remember] = useRunningTask();
  return trpc.moves.commit.useMutation({
    onSuccess: ({ task_id }) => {
      remember({ moveId, taskId: task_id });
      return utils.moves.get.invalidate({ moveId });
    },
  });
}

/** Removes a move with everything that it has made. */
export function useTakeBackMove() {
  const utils = trpc.useUtils();
  return trpc.moves.takeBack.useMutation({ onSuccess: () => utils.invalidate() });
}

/** A page of the lines of a move; the previous one while it loads. */
export function useMoveLines(moveId: string, filter: LineFilter) {
  return trpc.moves.lines.useQuery({ moveId, ...filter }, { placeholderData: keepPreviousData });
}

/** Sends answers, one after the other: each makes a new plan of the whole move. */
export function useSendAnswer(moveId: string) {
  const utils = trpc.useUtils();
  const [, remember] = useRunningTask();
  return trpc.moves.answer.useMutation({
    scope: { id: `answers of ${moveId}` },
    onMutate: () => utils.moves.get.cancel({ moveId }),
    onSuccess: (report) => {
      utils.moves.get.setData({ moveId }, report);
      void utils.moves.lines.invalidate({ moveId });
      // The reason why it was not stored is that of an earlier plan.
      remember(null);
    },
  });
}
