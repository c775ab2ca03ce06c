import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Stock } from '../stocks/stock.entity.ts';

const signalScopes = ['stock', 'favorites', 'watch_list'] as const;
export type SignalScope = (typeof signalScopes)[number];

const signalTriggers = ['becomes_true', 'every_bar', 'once'] as const;
export type SignalTrigger = (typeof signalTriggers)[number];

const SignalRuleSchema = defineEntity({
  name: 'SignalRule',
  indexes: [{ properties: ['user', 'createdAt'] }],
  uniques: [
    {
      name: 'signal_rule_once',
      expression:
        'create unique index signal_rule_once on signal_rule (user_id, condition, scope, coalesce(stock_id, 0), trigger)',
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
    trigger: p.enum(signalTriggers),
    /** Bars after a signal on which the rule gives none. */
    quietBars: p.integer(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's rule that gives signals. */
export class SignalRule extends SignalRuleSchema.class {}
SignalRuleSchema.setClass(SignalRule);
