import { exampleId, message } from '../primitives.ts';
import { orUnparsed, router, userProcedure } from '../trpc.ts';
import { answerMove, commitMove, getMove, listMoveLines, listMoves } from './moves.ts';
import {
  answerMoveInput,
  commitMoveInput,
  committedMove,
  listMovesInput,
  listOfMoves,
  maxMoveBodyBytes,
  moveInput,
  moveLines,
  moveLinesInput,
  moveReport,
  startedMove,
} from './schemas.ts';
import { startMoveInput } from './start-input.ts';
import { startMove } from './start-move.ts';
import { takeBackMove } from './take-back.ts';

/** Threads of their own do the work of a move. */
const [startWeight, planWeight] = [50, 10];

export const movesRouter = router({
  start: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/move-in',
        operationId: 'startMove',
        summary: 'Starts a move: reads the files of another program',
        description:
          'Returns 202 with a task that reads the files and plans what they become. Nothing is stored until **commitMove**. Files of Portfolio Performance, exports of Ghostfolio, backups and JSON of Wealthfolio, exports of Sure and Maybe, and CSV files of Yahoo Finance and Sharesight are known by their content. A move that is not stored is kept for 24 hours, at most three of a user; files and password are not kept. At most 10 an hour. The body may have 24 MiB, a file 64 MiB unpacked.',
        errorResponses: [409],
      },
      statuses: [202],
      examples: { 202: { move_id: exampleId, task_id: exampleId, message: 'Reading the file' } },
      maxBodyBytes: maxMoveBodyBytes,
      isUnparsed: true,
      weight: startWeight,
    })
    .use(({ ctx: { unparsedBody }, next }) =>
      unparsedBody ? next({ getRawInput: async () => unparsedBody }) : next(),
    )
    .input(orUnparsed(startMoveInput))
    .output(startedMove)
    .mutation(({ ctx, input }) => startMove(ctx, ctx.unparsedBody ?? input)),
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/move-in',
        operationId: 'listMoves',
        summary: 'Lists the user’s moves',
      },
    })
    .input(listMovesInput)
    .output(listOfMoves)
    .query(({ ctx, input }) => listMoves(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/move-in/{moveId}',
        operationId: 'getMove',
        summary: 'Returns the report of a move: what its files become',
        errorResponses: [404],
      },
    })
    .input(moveInput)
    .output(moveReport)
    .query(({ ctx, input }) => getMove(ctx, input.moveId)),
  lines: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/move-in/{moveId}/lines',
        operationId: 'listMoveLines',
        summary: 'Lists the lines of a move with what becomes of each',
        description: 'Returns 409 once the move is stored.',
        errorResponses: [404, 409],
      },
      weight: planWeight,
    })
    .input(moveLinesInput)
    .output(moveLines)
    .query(({ ctx, input }) => listMoveLines(ctx, input)),
  answer: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/portfolios/move-in/{moveId}',
        operationId: 'answerMove',
        summary: 'Answers questions about a move, and plans it anew',
        errorResponses: [404, 409],
      },
      weight: planWeight,
    })
    .input(answerMoveInput)
    .output(moveReport)
    .mutation(({ ctx, input }) => answerMove(ctx, input)),
  commit: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/move-in/{moveId}/commit',
        operationId: 'commitMove',
        summary: 'Starts to store a move',
        description:
          'Returns 202 with a task that looks up unknown securities and then stores everything together. Returns 409 while a question is open, and for balances that differ unless `accept_differences` is true. The task stores nothing and fails if a question arises, or if the balances of the stored transactions are none that the report has shown.',
        errorResponses: [404, 409],
      },
      statuses: [202],
      examples: { 202: { task_id: exampleId, message: 'Moving in' } },
    })
    .input(commitMoveInput)
    .output(committedMove)
    .mutation(({ ctx, input }) => commitMove(ctx, input)),
  takeBack: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/move-in/{moveId}',
        operationId: 'takeBackMove',
        summary: 'Takes a move back: removes what it has made, and nothing else',
        description:
          'Returns 400 if a later sale would then exceed the shares held, and 409 if its portfolios have other transactions. What was changed since or is used elsewhere stays, and is named.',
        errorResponses: [404, 409],
      },
      examples: { 200: { message: '1,180 transactions and 3 portfolios were taken back' } },
    })
    .input(moveInput)
    .output(message)
    .mutation(({ ctx, input }) => takeBackMove(ctx, input.moveId)),
});
