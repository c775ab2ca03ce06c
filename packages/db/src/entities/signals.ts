import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { StockList } from './lists.ts';
import { Stock } from './stocks.ts';
import { Strategy } from './trading.ts';

const signalScopes = ['stock', 'favorites', 'watch_list', 'list'] as const;
export type SignalScope = (typeof signalScopes)[number];

const signalTriggers = ['becomes_true', 'every_bar', 'once'] as const;

const SignalRuleSchema = defineEntity({
  name: 'SignalRule',
  indexes: [
    { properties: ['user', 'createdAt'] },
    {
      name: 'signal_rule_session_index',
      expression:
        'create index signal_rule_session_index on signal_rule (stock_id) where session_level is not null',
    },
    {
      name: 'signal_rule_expires_on_index',
      expression:
        'create index signal_rule_expires_on_index on signal_rule (expires_on) where is_active and expires_on is not null',
    },
  ],
  uniques: [
    {
      name: 'signal_rule_once',
      expression:
        'create unique index signal_rule_once on signal_rule (user_id, condition, scope, stock_id, list_id, trigger) nulls not distinct',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** Null for the default: the sentence of the condition. */
    name: p.text().strictNullable(),
    /** Canonical text of the rule language. */
    condition: p.text(),
    scope: p.enum(signalScopes),
    /** Null unless the scope is one stock. */
    stock: () => p.manyToOne(Stock).nullable().deleteRule('cascade').index(),
    /** Null unless the scope is one list. */
    list: () => p.manyToOne(StockList).nullable().deleteRule('cascade').index(),
    trigger: p.enum(signalTriggers),
    /** Bars after a signal on which the rule gives none. */
    quietBars: p.integer(),
    isActive: p.boolean(),
    /** The last day whose bar can give a signal; then the rule is switched off. Null for no end. */
    expiresOn: p.date().strictNullable(),
    /** The level of a rule that is also checked during the session; null for a check at the close alone. */
    sessionLevel: p.double().$type<number>().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's rule that gives signals. */
export class SignalRule extends SignalRuleSchema.class {}
SignalRuleSchema.setClass(SignalRule);

const SignalStateSchema = defineEntity({
  name: 'SignalState',
  properties: {
    rule: () => p.manyToOne(SignalRule).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    /** The last bar when the rule was armed, or the last bar of the history that another source brought. */
    armedFrom: p.date(),
    evaluatedTo: p.date(),
    /** The revision of the bars that were evaluated last. */
    barsRevision: p.integer(),
    /** The bar of the last signal since the rule was armed, for `quietBars`. */
    lastSignalDate: p.date().strictNullable(),
    /** Why the rule could not be evaluated, as a sentence for the user. */
    problem: p.text().strictNullable(),
  },
});

/**
 * The evaluated part of a stock's bars for an active rule. Created by the first refresh after the rule was armed or the
 * stock joined its list; deleted when the rule is armed again and by the first refresh after the stock has left.
 */
export class SignalState extends SignalStateSchema.class {}
SignalStateSchema.setClass(SignalState);

/** The value of an operand on the bar of a signal and on the bar before; null if it is unknown. */
export interface SignalValue {
  readonly operand: string;
  readonly now: number | null;
  readonly before: number | null;
}

/** A rule that a notice names. */
export interface NamedRule {
  readonly id: string;
  readonly name: string;
}

const signalKinds = ['signal', 'notice'] as const;

const SignalSchema = defineEntity({
  name: 'Signal',
  indexes: [
    {
      name: 'signal_inbox_index',
      expression:
        'create index signal_inbox_index on signal (user_id, bar_date desc, created_at desc, id desc)',
    },
  ],
  uniques: [
    // A notice may concern the same rule, stock and day.
    {
      name: 'signal_of_rule_once',
      expression:
        "create unique index signal_of_rule_once on signal (rule_id, stock_id, bar_date) where kind = 'signal'",
    },
    {
      name: 'signal_of_strategy_once',
      expression:
        "create unique index signal_of_strategy_once on signal (strategy_id, stock_id, bar_date, side) where kind = 'signal'",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** A notice reports a change that the program made: a rescaled rule, a channel that was switched off. */
    kind: p.enum(signalKinds),
    rule: () => p.manyToOne(SignalRule).nullable().deleteRule('set null').index(),
    strategy: () => p.manyToOne(Strategy).nullable().deleteRule('set null').index(),
    side: p.enum(['entry', 'exit'] as const).strictNullable(),
    stock: () => p.manyToOne(Stock).nullable().deleteRule('set null').index(),
    /** Stays when the stock is deleted. Null for a notice that concerns no stock. */
    symbol: p.text().strictNullable(),
    /** For a notice, the day that it concerns. */
    barDate: p.date(),
    close: p.double().$type<number>().strictNullable(),
    currency: p.text().strictNullable(),
    values: p.json<SignalValue[]>(),
    /** The rules that a notice names, as they were. */
    rules: p.json<NamedRule[]>().default([]),
    sentence: p.text(),
    /** The source of the bars; null for a notice. */
    dataSource: p.text().$type<NonNullable<Stock['dataSource']>>().strictNullable(),
    /** When the price was paid; null for a signal at the close, like the next three. */
    priceTime: p.datetime().strictNullable(),
    delayMinutes: p.integer().strictNullable(),
    /** The level that was touched, in the shares of `barDate`, rescaled by later splits. */
    level: p.double().$type<number>().strictNullable(),
    /** Whether the final bar touched the level; null until it is stored. */
    isConfirmed: p.boolean().strictNullable(),
    isRead: p.boolean().default(false),
    createdAt: p.datetime(),
  },
});

/** An entry of a user's inbox. */
export class Signal extends SignalSchema.class {}
SignalSchema.setClass(Signal);
