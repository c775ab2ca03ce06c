import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { Stock } from './stocks.ts';
import { Task } from './tasks.ts';

const UserStockSchema = defineEntity({
  name: 'UserStock',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    addedAt: p.datetime(),
    isFavorite: p.boolean().default(false),
    notes: p.text().strictNullable(),
    notifyOnSignals: p.boolean().default(false),
  },
});

/** A watch list entry: a link from a user to a stock, with the user's notes and settings. */
export class UserStock extends UserStockSchema.class {}
UserStockSchema.setClass(UserStock);

/** A line or shape that a user drew on the chart of a stock. */
export interface Drawing {
  readonly id: string;
  /** A `ray` is horizontal and has one point, its beginning; the others have two points. */
  readonly kind: 'trend' | 'ray' | 'rectangle';
  readonly name: string | null;
  /** Prices are adjusted for splits, like the stored bars. */
  readonly points: readonly { readonly date: string; readonly price: number }[];
}

const DrawingSetSchema = defineEntity({
  name: 'DrawingSet',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    /** In the order in which the user lists them; never empty. */
    drawings: p.json().$type<readonly Drawing[]>(),
    updatedAt: p.datetime(),
  },
});

/** All drawings of a user on the chart of a stock. */
export class DrawingSet extends DrawingSetSchema.class {}
DrawingSetSchema.setClass(DrawingSet);

const ImportLineSchema = defineEntity({
  name: 'ImportLine',
  properties: {
    task: () => p.manyToOne(Task).primary().deleteRule('cascade'),
    /** Number of the line in the import, from 1. */
    position: p.integer().primary(),
    /** The line as the user knows it. */
    text: p.text(),
    /** The thing to restore. A line that only reports its verdict has the kind alone, or null for a stock. */
    item: p.json().$type<Record<string, unknown>>().strictNullable(),
    verdict: p.text(),
    /** The stock's symbol once it is known. */
    symbol: p.text().strictNullable(),
    /** The reason of the verdict. */
    message: p.text().strictNullable(),
    /** Failed attempts that may be repeated. */
    failedAttempts: p.integer().default(0),
    /** Whether the line was counted as a new symbol, so that a repeated attempt is not counted again. */
    isCounted: p.boolean().default(false),
    finishedAt: p.datetime().strictNullable(),
  },
});

/** A line of a task that imports a watch list or an account. Each line ends in a transaction of its own. */
export class ImportLine extends ImportLineSchema.class {}
ImportLineSchema.setClass(ImportLine);
