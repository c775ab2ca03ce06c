import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Stock } from '../stocks/stock.entity.ts';
import { Strategy } from '../trading/strategy.entity.ts';
import { SignalRule } from './signal-rule.entity.ts';

/** The value of an operand on the bar of a signal and on the bar before; null if it is unknown. */
export interface SignalValue {
  readonly operand: string;
  readonly now: number | null;
  readonly before: number | null;
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
    sentence: p.text(),
    /** The source of the bars; null for a notice. */
    dataSource: p.text().$type<NonNullable<Stock['dataSource']>>().strictNullable(),
    isRead: p.boolean().default(false),
    createdAt: p.datetime(),
  },
});

/** An entry of a user's inbox. */
export class Signal extends SignalSchema.class {}
SignalSchema.setClass(Signal);
