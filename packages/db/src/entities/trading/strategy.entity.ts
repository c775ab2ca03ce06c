import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const StrategySchema = defineEntity({
  name: 'Strategy',
  indexes: [{ properties: ['user', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    description: p.text().strictNullable(),
    rules: p.json().$type<Record<string, unknown>>(),
    isActive: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's trading strategy. */
export class Strategy extends StrategySchema.class {}
StrategySchema.setClass(Strategy);
