import { countValues } from '@stockbook/rules/simulate';
import { z } from 'zod';
import { count, isoDate, opaqueId, paging, timestamp, totalCount, uuid } from '../../primitives.ts';
import { taskStatus } from '../../tasks/schemas.ts';
import { backtestSettings, backtestSummary } from '../backtests/schemas.ts';
import { boundedNumber } from '../bounds.ts';
import { strategyInput, strategyRules } from '../schemas.ts';

/** Combinations of the values of all ranges. */
export const maxCombinations = 500;

const defaultOutOfSamplePercent = 30;
const maxNumbersPerRange = 64;

const numberIn = (name: string) => z.number(`${name} must be a number`);

const range = z
  .object({
    numbers: z
      .array(z.string('numbers must be a list of addresses'), 'numbers must be a list of addresses')
      .min(1, 'A range needs at least one number')
      .max(maxNumbersPerRange, `A range has ${maxNumbersPerRange} numbers at most`)
      .meta({
        description: 'Addresses of **checkRules**, which move together',
        examples: [['entry[0]', 'exit[0]']],
      }),
    from: numberIn('from').meta({ examples: [10] }),
    to: numberIn('to').meta({ description: 'Included', examples: [20] }),
    step: numberIn('step')
      .gt(0, 'step must be above 0')
      .meta({ examples: [2] }),
  })
  .refine(({ from, to }) => from <= to, { error: 'from must not be larger than to', path: ['from'] })
  .meta({ id: 'SweepRange' });
export type SweepRange = z.infer<typeof range>;

export const ranges = z
  .array(range, 'ranges must be a list of one or two ranges')
  .min(1, 'Name one or two ranges')
  .max(2, 'Name one or two ranges')
  .meta({
    description: `At most ${maxCombinations} combinations of their values`,
    examples: [[{ numbers: ['entry[0]', 'exit[0]'], from: 10, to: 20, step: 2 }]],
  });

export const countCombinations = (all: readonly SweepRange[]) =>
  all.reduce((product, each) => product * countValues(each), 1);

const outOfSamplePercent = boundedNumber('out_of_sample_percent', { min: 0, max: 90 }).meta({
  description: 'The last part of the time, which is simulated separately; 0 for none',
  examples: [defaultOutOfSamplePercent],
});

export const runSweepInput = strategyInput
  .extend({
    ranges,
    settings: backtestSettings.prefault({}).meta({ description: 'Absent ones take their defaults' }),
    out_of_sample_percent: outOfSamplePercent.default(defaultOutOfSamplePercent),
  })
  .meta({ id: 'SweepToRun' });

export const startedSweep = z
  .object({
    task_id: uuid,
    sweep_id: uuid,
    message: z.string().meta({ examples: ['Running the sweep'] }),
  })
  .meta({ id: 'StartedSweep' });

const partOfRow = backtestSummary
  .nullable()
  .meta({ description: 'Null if every stock was skipped; the last part also without one' });

export const sweepRow = z
  .object({
    values: z.array(z.number()).meta({ description: 'One per range', examples: [[14]] }),
    in_sample: partOfRow,
    out_of_sample: partOfRow,
  })
  .meta({ id: 'SweepRow' });
export type SweepRow = z.infer<typeof sweepRow>;

export const listedSweep = z
  .object({
    id: uuid,
    strategy_id: uuid,
    task_id: uuid.nullable().meta({ description: 'Null after a week' }),
    status: taskStatus.meta({ description: 'The status of its task', examples: ['SUCCESS'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the run has failed; null after a week', examples: [null] }),
    rules: strategyRules.meta({ description: 'The strategy’s rules when the run was requested' }),
    ranges,
    settings: backtestSettings,
    out_of_sample_percent: outOfSamplePercent,
    split_date: isoDate
      .nullable()
      .meta({ description: 'The first day of the last part', examples: ['2017-01-12'] }),
    total: count.meta({ description: 'Number of combinations', examples: [6] }),
    created_at: timestamp,
  })
  .meta({ id: 'ListedSweep' });
export type ListedSweep = z.infer<typeof listedSweep>;

export const sweep = listedSweep
  .extend({
    rows: z
      .array(sweepRow)
      .meta({ description: 'The last range varies fastest; empty until the run has succeeded' }),
  })
  .meta({ id: 'Sweep' });
export type Sweep = z.infer<typeof sweep>;

export const sweepInput = z.object({ sweepId: opaqueId.meta({ description: 'Id of a sweep' }) });

export const listSweepsInput = strategyInput.extend({ ...paging });
export const sweepList = z
  .object({
    sweeps: z.array(listedSweep).meta({ description: 'Newest first, without their rows' }),
    total: totalCount,
  })
  .meta({ id: 'SweepList' });
