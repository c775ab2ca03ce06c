import { transactionTypes } from '@stockbook/common/transaction-types';
import { z } from 'zod';
import { moveComparison } from '../portfolios/move-result.ts';
import {
  count,
  exampleId,
  isoDate,
  limitedText,
  opaqueId,
  paging,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';

/** Size limit of the body: the browser packs a file before it sends it. */
export const maxMoveBodyBytes = 24 * 1024 * 1024;

/** Answers of one request, and characters of each. */
const [maxAnswers, maxAnswerLength] = [2_000, 200];

const moveId = opaqueId.meta({ description: 'Id of a move', examples: [exampleId] });

export const startedMove = z
  .object({ move_id: uuid, task_id: uuid, message: z.string() })
  .meta({ id: 'StartedMove' });
export type StartedMove = z.infer<typeof startedMove>;

export const listMovesInput = z.object(paging);
export const moveInput = z.object({ moveId });

const nullableText = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const state = z
  .enum(['reading', 'ready', 'answers_needed', 'storing', 'stored', 'taken_back', 'failed'])
  .meta({ examples: ['ready'] });

const move = z.object({
  id: uuid,
  state,
  task_id: uuid.nullable().meta({
    description: 'Id of the task that reads or stores it; null unless `state` is `reading` or `storing`',
  }),
  file_name: nullableText('portfolio.xml'),
  program: nullableText('Portfolio Performance').meta({ description: 'Null until the file has been read' }),
  transactions: count.meta({ description: 'Number of transactions that were stored', examples: [1180] }),
  portfolios: count.meta({ description: 'Number of portfolios that were created', examples: [3] }),
  problem: nullableText(null).meta({ description: 'The reason why the file could not be read' }),
  created_at: timestamp,
  stored_at: timestamp.nullable(),
});

export const listOfMoves = z
  .object({
    moves: z.array(move.meta({ id: 'Move' })).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'MoveList' });
export type ListOfMoves = z.infer<typeof listOfMoves>;

const key = (example: string) => z.string().meta({ description: 'Key in the file', examples: [example] });

const account = z
  .object({
    key: key('p1'),
    name: z.string().meta({ examples: ['Depot'] }),
    kind: z.string().meta({ description: '`shares`, `cash` or `both`', examples: ['shares'] }),
    portfolio: nullableText('p1').meta({
      description: 'Key of the portfolio that it becomes or joins; null if it is left out',
    }),
    counts: z.object({ new: count, already_there: count, skipped: count, problem: count }).meta({
      description: 'Number of lines by verdict',
      examples: [{ new: 12, already_there: 0, skipped: 1, problem: 0 }],
    }),
    first: isoDate.nullable().meta({ description: 'Day of the first line', examples: ['2024-05-20'] }),
    last: isoDate.nullable().meta({ description: 'Day of the last line', examples: ['2026-11-20'] }),
  })
  .meta({ id: 'MoveAccount' });

const plannedPortfolio = z
  .object({
    key: key('p1').meta({ description: 'Key of the account that it is made of' }),
    name: z.string().meta({ examples: ['Depot'] }),
    currency: z.string().meta({ description: 'Empty until its question is answered', examples: ['EUR'] }),
    is_new: z.boolean().meta({ description: 'False if an earlier move has created it', examples: [true] }),
    merged: z.array(z.string()).meta({ description: 'Keys of those merged into it', examples: [[]] }),
  })
  .meta({ id: 'MovePortfolio' });

const security = z
  .object({
    key: key('s1'),
    name: z.string().meta({ examples: ['NVIDIA'] }),
    isin: nullableText('US67066G1040'),
    status: z.string().meta({
      description:
        '`known`; `new`: it is looked up when the move is stored; `own`: it becomes an own instrument; `ask`; `skip`; `unused`',
      examples: ['known'],
    }),
    symbol: nullableText('NVDA'),
    lines: count.meta({ examples: [3] }),
    message: nullableText(null),
  })
  .meta({ id: 'MoveSecurity' });

const split = z
  .object({
    security: key('s1'),
    date: isoDate.meta({ examples: ['2024-06-10'] }),
    ratio: z.string().meta({ examples: ['10:1'] }),
    reading: z.string().meta({
      description: '`applied`, `by_hand`, `noted`, `kept` or `missing`: what the file has made of the split',
      examples: ['applied'],
    }),
    lines: count.meta({ description: 'Number of lines before the split', examples: [3] }),
  })
  .meta({ id: 'MoveSplit' });

const question = z
  .object({
    key: z.string().meta({ examples: ['security:s2'] }),
    kind: z.string().meta({
      description:
        '`date`: the answer is a day, `YYYY-MM-DD`; `rate`: a number above 0; `security`: a symbol or one of `choices`; `currency`: a code; of all others, it is one of `choices`',
      examples: ['security'],
    }),
    text: z.string().meta({ examples: ['Which stock is "Bitcoin"?'] }),
    choices: z
      .array(z.object({ value: z.string(), label: z.string() }))
      .meta({ examples: [[{ value: 'own', label: 'Make it an own instrument' }]] }),
    default: nullableText(null).meta({ description: 'Null for a question that blocks the move' }),
    answer: nullableText(null),
  })
  .meta({ id: 'MoveQuestion' });

/** The part of a report that the files and the answers decide. */
export const planReport = z.object({
  program: z.string().meta({ examples: ['Portfolio Performance'] }),
  version: nullableText('70'),
  last_day: isoDate.nullable().meta({ description: 'The last day of which the files know something' }),
  message: z
    .string()
    .meta({ examples: ['1,204 lines: 1,180 new · 3 already there · 19 skipped · 2 problems'] }),
  accounts: z.array(account),
  planned_portfolios: z.array(plannedPortfolio),
  securities: z.array(security),
  splits: z.array(split),
  lists: z
    .array(z.object({ name: z.string(), securities: count }))
    .meta({ examples: [[{ name: 'Tech', securities: 4 }]] }),
  groups: z
    .array(z.object({ name: z.string(), tags: z.array(z.string()), has_targets: z.boolean() }))
    .meta({ examples: [[{ name: 'Regions', tags: ['Europe'], has_targets: false }]] }),
  questions: z.array(question),
  left_out: z
    .array(z.object({ what: z.string(), count, why: z.string() }))
    .meta({ examples: [[{ what: 'Dashboards', count: 1, why: 'They have no place here' }]] }),
  warnings: z.array(z.string()).meta({ examples: [[]] }),
  comparison: moveComparison,
});
export type PlanReport = z.infer<typeof planReport>;

export const moveReport = z
  .object({
    ...planReport.shape,
    ...move.shape,
    program: nullableText('Portfolio Performance'),
  })
  .meta({ id: 'MoveReport' });
export type MoveReport = z.infer<typeof moveReport>;

const verdict = z.enum(['new', 'already_there', 'skipped', 'problem'], {
  error: 'verdict must be new, already_there, skipped or problem',
});

export const moveLinesInput = z.object({
  moveId,
  account: text('account')
    .meta({ description: 'Key of an account', examples: ['p1'] })
    .optional(),
  security: text('security')
    .meta({ description: 'Key of a security', examples: ['s1'] })
    .optional(),
  verdict: verdict.meta({ description: 'Only lines of this verdict', examples: ['problem'] }).optional(),
  ...paging,
  limit: paging.limit.meta({ description: 'Maximum number of lines. Default: 200', examples: [50] }),
});

const transactionFields = {
  type: z.enum(transactionTypes).meta({ examples: ['BUY'] }),
  date: isoDate.meta({ examples: ['2024-05-20'] }),
  security: nullableText('s1').meta({ description: 'Key of its security' }),
  quantity: nullableText('3'),
  price: nullableText('947.8'),
  amount: nullableText(null),
  currency: z.string().meta({ examples: ['USD'] }),
  fees: z.string().meta({ examples: ['1'] }),
  taxes: z.string().meta({ examples: ['0'] }),
};

const plannedTransaction = z
  .object({ ...transactionFields, fxRate: nullableText('0.9201'), note: nullableText(null) })
  .transform(({ fxRate, ...fields }) => ({ ...fields, fx_rate: fxRate }));

/** A page of lines as the thread writes it. */
export const writtenLines = z.object({
  lines: z.array(
    z.object({
      place: z.number(),
      transaction: plannedTransaction.nullable(),
      verdict,
      message: z.string().nullable(),
      raw: z.string(),
    }),
  ),
  total: z.number(),
});

const lineTransaction = z
  .object({ ...transactionFields, fx_rate: nullableText('0.9201'), note: nullableText(null) })
  .meta({ description: 'Numbers are decimal texts' });

const moveLine = z
  .object({
    place: count.meta({ description: 'Place in the file', examples: [2] }),
    // The library cannot make a reference nullable.
    transaction: z
      .union([lineTransaction, z.null()])
      .meta({ description: 'The first transaction of the line; null if it becomes none' }),
    verdict: verdict.meta({ examples: ['new'] }),
    message: nullableText(null),
    raw: z.string().meta({ examples: ['2024-05-20 · buy · 3 · NVIDIA · 2616.21 EUR · fees 1'] }),
  })
  .meta({ id: 'MoveLine' });

export const moveLines = z
  .object({
    lines: z.array(moveLine).meta({ description: 'Problems first, otherwise in the order of their days' }),
    total: totalCount,
  })
  .meta({ id: 'MoveLines' });
export type MoveLines = z.infer<typeof moveLines>;

const answerText = limitedText('An answer', maxAnswerLength).meta({ examples: ['own'] });

export const answerMoveInput = z
  .object({
    moveId,
    answers: z
      .record(z.string().max(maxAnswerLength), answerText, { error: 'answers must be an object' })
      .refine((answers) => Object.keys(answers).length > 0, 'Answer at least one question')
      .refine(
        (answers) => Object.keys(answers).length <= maxAnswers,
        `A request can have at most ${maxAnswers.toLocaleString('en-US')} answers`,
      )
      .meta({
        description:
          'By the keys of questions. Also `merge:KEY` with the key of another portfolio, `name:KEY` and `currency:KEY` of portfolios, and `security:KEY` with a symbol, `own` or `skip`',
        examples: [{ 'security:s2': 'own' }],
      }),
  })
  .meta({ id: 'MoveAnswers' });

export const commitMoveInput = z
  .object({
    moveId,
    accept_differences: z
      .boolean('accept_differences must be true or false')
      .default(false)
      .meta({ description: 'Stores the move although balances differ', examples: [false] }),
  })
  .meta({ id: 'MoveCommit' });

export const committedMove = z.object({ task_id: uuid, message: z.string() }).meta({ id: 'CommittedMove' });
export type CommittedMove = z.infer<typeof committedMove>;
