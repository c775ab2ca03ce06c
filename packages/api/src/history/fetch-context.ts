import type { Instrument } from '@stockbook/market-data';
import type { Services } from '../context.ts';
import type { TaskContext } from '../tasks/run-task.ts';

/** The part of `TaskContext` that a fetch needs. A scheduled refresh is not a task and has no user. */
export type FetchContext = Pick<TaskContext, 'em' | 'signal' | 'report'> &
  Partial<Pick<TaskContext, 'userId'>> & {
    readonly services: Pick<Services, 'database' | 'marketData' | 'clock' | 'log' | 'observer'>;
  };

/** The result of a fetch, besides prices. */
export interface FoundFacts {
  readonly instrument: Instrument;
  /** Whether the provider was asked for the sector. */
  readonly isSectorLookedUp: boolean;
}
