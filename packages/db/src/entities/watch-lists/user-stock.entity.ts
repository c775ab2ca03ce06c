import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Stock } from '../stocks/stock.entity.ts';

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
