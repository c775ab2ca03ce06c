import { Migration } from '@mikro-orm/migrations';

/** Lists of stocks with the rules over them, the journal, and what was deleted of both and may be restored. */
export class ListsAndJournal extends Migration {
  override up(): void {
    this.addSql(
      `create table "stock_list" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "name_key" text not null, "color" text not null, "position" int not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "stock_list" add constraint "stock_list_user_id_name_key_unique" unique ("user_id", "name_key");`,
    );
    this.addSql(
      `create table "stock_list_entry" ("list_id" uuid not null, "user_id" uuid not null, "stock_id" int not null, "position" int not null, primary key ("list_id", "user_id", "stock_id"));`,
    );
    this.addSql(
      `create index "stock_list_entry_user_id_stock_id_index" on "stock_list_entry" ("user_id", "stock_id");`,
    );
    this.addSql(
      `create table "deleted_item" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "content" jsonb not null, "deleted_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "deleted_item_deleted_at_index" on "deleted_item" ("deleted_at");`);
    this.addSql(
      `create index "deleted_item_user_id_deleted_at_index" on "deleted_item" ("user_id", "deleted_at");`,
    );
    this.addSql(
      `create table "journal_entry" ("id" uuid not null, "user_id" uuid not null, "symbol" text not null, "day" date not null, "text" text not null, "kind" text not null, "search" tsvector not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "journal_entry_symbol_index" on "journal_entry" ("symbol");`);
    this.addSql(
      `create index journal_entry_user_index on journal_entry (user_id, day desc, created_at desc, id desc);`,
    );
    this.addSql(`alter table "signal_rule" drop constraint "signal_rule_scope_check";`);
    this.addSql(`alter table "signal_rule" add "list_id" uuid null;`);
    this.addSql(`create index "signal_rule_list_id_index" on "signal_rule" ("list_id");`);
    this.addSql(`drop index signal_rule_once;`);
    this.addSql(
      `create unique index signal_rule_once on signal_rule (user_id, condition, scope, stock_id, list_id, trigger) nulls not distinct;`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_scope_check" check ("scope" in ('stock', 'favorites', 'watch_list', 'list'));`,
    );
    this.addSql(
      `alter table "stock_list" add constraint "stock_list_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_list" add constraint "stock_list_color_check" check ("color" in ('blue', 'green', 'yellow', 'orange', 'red', 'purple', 'teal', 'gray'));`,
    );
    this.addSql(
      `alter table "stock_list_entry" add constraint "stock_list_entry_list_id_foreign" foreign key ("list_id") references "stock_list" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_list_entry" add constraint "stock_list_entry_user_id_stock_id_foreign" foreign key ("user_id", "stock_id") references "user_stock" ("user_id", "stock_id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "signal_rule" add constraint "signal_rule_list_id_foreign" foreign key ("list_id") references "stock_list" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "deleted_item" add constraint "deleted_item_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "deleted_item" add constraint "deleted_item_kind_check" check ("kind" in ('list', 'journal_entry'));`,
    );
    this.addSql(
      `alter table "journal_entry" add constraint "journal_entry_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "journal_entry" add constraint "journal_entry_kind_check" check ("kind" in ('note', 'idea', 'buy', 'sell', 'review'));`,
    );
  }
}
