import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { UserStock } from './watch-lists.ts';

const listColors = ['blue', 'green', 'yellow', 'orange', 'red', 'purple', 'teal', 'gray'] as const;
export type ListColor = (typeof listColors)[number];

const StockListSchema = defineEntity({
  name: 'StockList',
  uniques: [{ properties: ['user', 'nameKey'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    /** The name as it is compared: equal for names that differ in case or Unicode form only. */
    nameKey: p.text(),
    color: p.enum(listColors),
    /** Among the user's lists, dense, from 0. */
    position: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A named part of a user's watch list. */
export class StockList extends StockListSchema.class {}
StockListSchema.setClass(StockList);

const StockListEntrySchema = defineEntity({
  name: 'StockListEntry',
  properties: {
    list: () => p.manyToOne(StockList).primary().deleteRule('cascade'),
    /** Ends with the entry of the watch list. */
    userStock: () =>
      p.manyToOne(UserStock).primary().joinColumns('user_id', 'stock_id').deleteRule('cascade').index(),
    /** Orders the list; not dense. */
    position: p.integer(),
  },
});

/** A tracked stock's place on one of its user's lists. */
export class StockListEntry extends StockListEntrySchema.class {}
StockListEntrySchema.setClass(StockListEntry);

const deletedKinds = ['list', 'journal_entry'] as const;

const DeletedItemSchema = defineEntity({
  name: 'DeletedItem',
  indexes: [{ properties: ['user', 'deletedAt'] }],
  properties: {
    /** The id of what was deleted. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.enum(deletedKinds),
    /** The deleted rows by the name of their kind, each with the columns of its table. */
    content: p.json().$type<Record<string, unknown>>(),
    deletedAt: p.datetime().index(),
  },
});

/** A list or an entry of the journal that its user deleted minutes ago and may restore. */
export class DeletedItem extends DeletedItemSchema.class {}
DeletedItemSchema.setClass(DeletedItem);
