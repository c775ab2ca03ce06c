import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const PortfolioSchema = defineEntity({
  name: 'Portfolio',
  indexes: [{ properties: ['user', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    description: p.text().strictNullable(),
    /** ISO 4217. */
    currency: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's portfolio. */
export class Portfolio extends PortfolioSchema.class {}
PortfolioSchema.setClass(Portfolio);
