interface ListedRead {
  /** All, if omitted. */
  readonly tables?: readonly string[];
  /** A part of the statement, without its values. */
  readonly statement: string;
  readonly reason: string;
}

/** Statements whose cost grows with a table. */
export const listedReads: readonly ListedRead[] = [
  { statement: 'where ctid = any(array(', reason: 'A batch of the clean-up reads what it deletes.' },
  {
    tables: ['passkey_challenge', 'sign_in_code', 'used_secret'],
    statement: 'where "expires_at" <= ?',
    reason: 'Reads what it deletes; rows live for ten minutes at most.',
  },
  {
    tables: ['sign_in_code'],
    statement: 'where "issuer" = ?',
    reason: 'Codes live for a minute.',
  },
  {
    tables: ['task'],
    statement: 'where finished_at < ? order by finished_at limit ?',
    reason: 'A page of tasks that are deleted next.',
  },
  {
    tables: ['user_account'],
    statement: 'from user_account owner where id > coalesce(',
    reason: 'A page of the nightly walk over all inboxes.',
  },
  {
    tables: ['user_account'],
    statement: 'from "user_account" as "u0" order by',
    reason: 'The list of all users, for the command of the operator.',
  },
  {
    tables: ['session'],
    statement: 'where "id" = ? and "last_used_at" <= ?',
    reason: 'Both indexes find one row of the test; a large database has most sessions before the time.',
  },
  {
    tables: ['transaction'],
    statement: 'with recursive source (portfolio_id, stock_id)',
    reason: 'The test has no transfers, so that the index of transfers is empty.',
  },
  { tables: ['stock'], statement: 'from stock where refresh_due_at <= ?', reason: 'Due stocks.' },
  {
    tables: ['portfolio'],
    statement: 'as "foreignCurrencies"',
    reason: 'A page of the nightly walk over all portfolios.',
  },
  {
    tables: ['stock'],
    statement: 'update stock set untracked_since =',
    reason: 'A page of the nightly walk over all stocks.',
  },
  {
    tables: ['stock'],
    statement: 'from stock where untracked_since < ?',
    reason: 'A page of the stocks that are deleted next.',
  },
  { tables: ['stock'], statement: 'select id from stock order by id', reason: 'After a restore.' },
  {
    tables: ['stock'],
    statement: 'where owner_id is not null and pricing = ?',
    reason: 'Once a night: the own instruments that grow or whose owners are reminded.',
  },
  {
    tables: ['stock'],
    statement: 's0"."exchange" = ?',
    reason: 'If the source lacks a bar: the stocks of an exchange, a part of all stocks anyway.',
  },
  {
    tables: ['notification_channel'],
    statement: '"kind" = ? and',
    reason: 'Once a night: the devices that are deleted or whose users are reminded.',
  },
  {
    tables: ['notification_channel', 'notification_delivery'],
    statement: 'select delivery.id from notification_delivery delivery',
    reason: 'Deliveries of the last hours that wait; the test has one device.',
  },
  {
    tables: ['notification_channel'],
    statement: 'where "user_id" = ? and "kind" = ?',
    reason: 'The channels of a user have an index; the test has one device, whose index is as good.',
  },
  {
    tables: ['signal'],
    statement: 'update signal set level = level / ?',
    reason: 'Signals of one stock whose session is not over; the test has none.',
  },
  {
    tables: ['task'],
    statement: 'from task where finished_at is null union all',
    reason: 'Of the test itself.',
  },
];
