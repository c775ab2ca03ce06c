import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import type { PendingSecurity } from './portfolios.ts';

const moveStates = [
  'reading',
  'ready',
  'answers_needed',
  'storing',
  'stored',
  'taken_back',
  'failed',
] as const;

/** The names in a file by which the stocks are found that decide its plan. */
export interface MoveNeeds {
  readonly symbols: readonly string[];
  readonly isins: readonly string[];
  /** Of lines, for the rates of their days. */
  readonly currencies: readonly string[];
  /** Of accounts with known balances: the currencies into which lines are converted. */
  readonly balanceCurrencies: readonly string[];
  /** Whether lines are compared with stored transactions one by one. */
  readonly hasLinesWithoutId: boolean;
  /** Day of the first line, `YYYY-MM-DD`; null without lines. */
  readonly firstDate: string | null;
}

/** The ids of everything that a move has made, so that it can be taken back whole. */
export interface MadeByMove {
  readonly transactions: number;
  readonly portfolioIds: readonly string[];
  readonly importIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly splitChoices: readonly {
    readonly portfolioId: string;
    readonly stockId: number;
    readonly exDate: string;
  }[];
  /** Ids of own instruments. */
  readonly instrumentIds: readonly number[];
  /** The stocks that it put on the watch list. */
  readonly trackedIds: readonly number[];
  readonly notes: readonly {
    readonly stockId: number;
    readonly before: string | null;
    readonly after: string;
  }[];
  readonly lists: readonly {
    readonly id: string;
    readonly isNew: boolean;
    readonly stockIds: readonly number[];
    /** The instants of its last change before and by the move, in ISO 8601; null before for a new one. */
    readonly changed: { readonly before: string | null; readonly by: string };
  }[];
  readonly entryIds: readonly string[];
}

const PortfolioMoveSchema = defineEntity({
  name: 'PortfolioMove',
  indexes: [
    { properties: ['user', 'createdAt'] },
    {
      name: 'portfolio_move_open_index',
      expression:
        "create index portfolio_move_open_index on portfolio_move (created_at) where state in ('reading', 'ready', 'answers_needed', 'failed')",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    state: p.enum(moveStates),
    fileName: p.text().strictNullable(),
    /** SHA-256 of the files, in hex. */
    digest: p.text(),
    /** Null until the file was read, as are `needs` and `report`. */
    program: p.text().strictNullable(),
    needs: p.json<MoveNeeds>().strictNullable(),
    answers: p.json().$type<Readonly<Record<string, string>>>(),
    /** The securities that were looked up, by their keys in the file. */
    securities: p.json().$type<readonly PendingSecurity[]>(),
    /** JSON, as it is sent. */
    report: p.text().strictNullable().lazy(),
    /** The sentence of a failure. */
    problem: p.text().strictNullable(),
    made: p.json<MadeByMove>().strictNullable(),
    createdAt: p.datetime(),
    storedAt: p.datetime().strictNullable(),
  },
});

/** Files of another program that a user moves in. */
export class PortfolioMove extends PortfolioMoveSchema.class {}
PortfolioMoveSchema.setClass(PortfolioMove);

const MoveContentSchema = defineEntity({
  name: 'MoveContent',
  properties: {
    move: () => p.manyToOne(PortfolioMove).primary().deleteRule('cascade'),
    /** The files, packed; null once they have been read. */
    upload: p.blob().strictNullable().lazy(),
    /** The neutral form of the files, packed; null until they have been read. */
    book: p.blob().strictNullable().lazy(),
  },
});

/** The content of the files of a move until it is stored. Not in backups. */
export class MoveContent extends MoveContentSchema.class {}
MoveContentSchema.setClass(MoveContent);
