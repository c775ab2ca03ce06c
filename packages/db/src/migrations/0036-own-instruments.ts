import { Migration } from '@mikro-orm/migrations';

/** Own instruments: stocks of one user, whose symbols another user may have, too. */
export class OwnInstruments extends Migration {
  override up(): void {
    this.addSql(`alter table "stock" drop constraint "stock_symbol_unique";`);
    this.addSql(`alter table "stock" drop constraint "stock_data_source_check";`);
    this.addSql(`alter table "stock" drop constraint "stock_previous_data_source_check";`);
    this.addSql(
      `alter table "stock" add "owner_id" uuid null, add "pricing" text null, add "terms" jsonb null, add "quoted_in" text not null default 'money', add "remind" text not null default 'never';`,
    );
    this.addSql(`create index "stock_owner_id_index" on "stock" ("owner_id");`);
    this.addSql(
      `alter table "stock" add constraint "stock_owner_id_foreign" foreign key ("owner_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(`create unique index stock_symbol_once on stock (symbol, owner_id) nulls not distinct;`);
    this.addSql(`create index stock_linked_index on stock ((terms ->> 'symbol')) where pricing = 'linked';`);
    this.addSql(
      `alter table "stock" add constraint "stock_pricing_check" check ("pricing" in ('entered', 'interest', 'linked'));`,
    );
    this.addSql(
      `alter table "stock" add constraint "stock_quoted_in_check" check ("quoted_in" in ('money', 'percent'));`,
    );
    this.addSql(
      `alter table "stock" add constraint "stock_remind_check" check ("remind" in ('never', 'monthly', 'quarterly', 'yearly'));`,
    );
    this.addSql(
      `alter table "stock" add constraint "stock_data_source_check" check ("data_source" in ('yahoo', 'tiingo', 'eodhd', 'csv', 'simulated', 'own'));`,
    );
    this.addSql(
      `alter table "stock" add constraint "stock_previous_data_source_check" check ("previous_data_source" in ('yahoo', 'tiingo', 'eodhd', 'csv', 'simulated', 'own'));`,
    );
  }
}
