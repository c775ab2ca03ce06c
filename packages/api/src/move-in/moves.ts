import {
  type EntityManager,
  type PortfolioMove,
  portfolioMoveRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError, fieldError } from '../errors.ts';
import { requestTask } from '../tasks/tasks.ts';
import { loadFacts } from './facts/load-facts.ts';
import { findMove, lockMove, progressOf, stateOf, toMoveError } from './find-move.ts';
import {
  type answerMoveInput,
  type CommittedMove,
  type commitMoveInput,
  type ListOfMoves,
  type listMovesInput,
  type MoveLines,
  type MoveReport,
  type moveLinesInput,
  planReport,
  writtenLines,
} from './schemas.ts';
import { pendingSecurities } from './store/look-up.ts';
import { assertCommittable } from './store/stop.ts';
import { calculateMove } from './thread/in-thread.ts';

/** Lists the caller's moves, newest first. */
export async function listMoves(
  { em, user }: UserContext,
  page: z.output<typeof listMovesInput>,
): Promise<ListOfMoves> {
  const [moves, total] = await portfolioMoveRepository.listOfUser(em, user.id, page);
  const listed: ListOfMoves['moves'] = [];
  for (const move of moves) listed.push(await presentMove(em, user.id, move));
  return { moves: listed, total };
}

async function presentMove(
  em: EntityManager,
  userId: string,
  move: PortfolioMove,
): Promise<ListOfMoves['moves'][number]> {
  const { state, taskId } = await progressOf(em, userId, move);
  return {
    id: move.id,
    state,
    task_id: taskId,
    file_name: move.fileName,
    program: move.program,
    transactions: move.made?.transactions ?? 0,
    portfolios: move.made?.portfolioIds.length ?? 0,
    problem: move.problem,
    created_at: move.createdAt.toISOString(),
    stored_at: move.storedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the report of a move of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getMove({ em, user }: UserContext, moveId: string): Promise<MoveReport> {
  return presentReport(em, user.id, await findMove(em, user.id, moveId));
}

async function presentReport(em: EntityManager, userId: string, move: PortfolioMove): Promise<MoveReport> {
  const report = await portfolioMoveRepository.readReport(em, move.id);
  const summary = await presentMove(em, userId, move);
  return { ...(report === null ? emptyReport : planReport.parse(JSON.parse(report))), ...summary };
}

const emptyReport: z.infer<typeof planReport> = {
  program: '',
  version: null,
  last_day: null,
  message: '',
  accounts: [],
  planned_portfolios: [],
  securities: [],
  splits: [],
  lists: [],
  groups: [],
  questions: [],
  left_out: [],
  warnings: [],
  comparison: { equal: true, message: '', holdings: 0, accounts: 0, differences: [] },
};

/**
 * Returns a page of the lines of a move of the caller, problems first.
 * @throws AppError NOT_FOUND, CONFLICT if the plan is no longer kept
 */
export async function listMoveLines(
  ctx: UserContext,
  { moveId, ...filter }: z.output<typeof moveLinesInput>,
): Promise<MoveLines> {
  const { em, user } = ctx;
  const move = await findMove(em, user.id, moveId);
  const book = await readBook(em, move);
  const facts = await loadFacts(em, ctx, move, move.answers);
  const { limit = defaultLimit, offset = 0, ...conditions } = filter;
  const text = await calculateMove(
    'lines',
    { book, facts, answers: move.answers, filter: { ...conditions, limit, offset } },
    ctx.clientSignal(),
  );
  return writtenLines.parse(JSON.parse(text));
}

const defaultLimit = 200;

/** @throws AppError CONFLICT */
async function readBook(em: EntityManager, { id, state }: PortfolioMove): Promise<Uint8Array> {
  const book = await portfolioMoveRepository.readContent(em, id, 'book');
  if (book) return book;
  throw new AppError(
    'CONFLICT',
    state === 'reading' ? 'The file is still being read' : 'The lines of this move are no longer kept',
  );
}

/**
 * Answers questions about a move of the caller, and plans it anew.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a question is unknown or an answer not possible, CONFLICT if the move is
 *   not open
 */
export async function answerMove(
  ctx: UserContext,
  { moveId, answers: given }: z.output<typeof answerMoveInput>,
): Promise<MoveReport> {
  const { em, user } = ctx;
  const move = await findMove(em, user.id, moveId);
  const keys = Object.keys(given);
  const answers = { ...move.answers, ...given };
  // An answer goes before what was looked up.
  const securities = move.securities.filter(({ text }) => given[`security:${text}`] === undefined);
  assertOpen(await stateOf(em, user.id, move));
  const book = await readBook(em, move);
  const facts = await loadFacts(em, ctx, { ...move, securities }, answers);
  const planning = calculateMove('plan', { book, facts, answers, changed: keys }, ctx.clientSignal());
  const plan = await planning.catch((error: unknown) => {
    throw toMoveError(error);
  });
  if (plan.wrongAnswer) throw fieldError(`answers.${plan.wrongAnswer.key}`, plan.wrongAnswer.message);
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const locked = await lockMove(tx, user.id, moveId);
    assertOpen(await stateOf(tx, user.id, locked));
    const state = plan.isReady ? 'ready' : 'answers_needed';
    const changes = { state, answers, securities, report: plan.report } as const;
    await portfolioMoveRepository.change(tx, move.id, changes);
  });
  return presentReport(em, user.id, await findMove(em, user.id, moveId));
}

/** @throws AppError CONFLICT */
function assertOpen(state: PortfolioMove['state']): void {
  if (state === 'ready' || state === 'answers_needed') return;
  const messages: Partial<Record<PortfolioMove['state'], string>> = {
    reading: 'The file is still being read',
    storing: 'This move is being stored',
  };
  throw new AppError('CONFLICT', messages[state] ?? 'This move has ended');
}

/**
 * Starts the task that stores a move of the caller.
 * @throws AppError NOT_FOUND, CONFLICT if the move is not open, a question is, or balances differ without the consent
 */
export async function commitMove(
  ctx: UserContext,
  { moveId, accept_differences: acceptDifferences }: z.output<typeof commitMoveInput>,
): Promise<CommittedMove> {
  const { id } = await findMove(ctx.em, ctx.user.id, moveId);
  const taskId = await requestTask(ctx, {
    kind: 'store-move',
    subject: id,
    payload: { moveId: id, acceptDifferences },
    message: 'Moving in...',
    async assertAllowed(tx) {
      const move = await lockMove(tx, ctx.user.id, id);
      assertOpen(await stateOf(tx, ctx.user.id, move));
      const report = planReport.parse(JSON.parse((await portfolioMoveRepository.readReport(tx, id)) ?? '{}'));
      assertCommittable(report, acceptDifferences);
      const securities = pendingSecurities(report.securities, move.securities);
      await portfolioMoveRepository.change(tx, id, { state: 'storing', securities });
    },
  });
  return { task_id: taskId, message: 'Moving in' };
}
