import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

const journalKinds = ['note', 'idea', 'buy', 'sell', 'review'] as const;

const JournalEntrySchema = defineEntity({
  name: 'JournalEntry',
  indexes: [
    {
      name: 'journal_entry_user_index',
      expression:
        'create index journal_entry_user_index on journal_entry (user_id, day desc, created_at desc, id desc)',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** No reference to a stock: the entry stays when the stock is deleted, and may be imported before it is known. */
    symbol: p.text().index(),
    day: p.date(),
    text: p.text(),
    kind: p.enum(journalKinds),
    /** The words of the text, lower-cased by Unicode: the locale of the database may know ASCII only. */
    search: p.string().columnType('tsvector'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A dated entry of a user's journal about a stock. */
export class JournalEntry extends JournalEntrySchema.class {}
JournalEntrySchema.setClass(JournalEntry);
