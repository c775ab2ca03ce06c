import { Migration } from '@mikro-orm/migrations';

/** Settings of portfolios, and what belongs to a portfolio: transactions, imports, tags, targets and choices. */
export class Transactions extends Migration {
  override up(): void {
    this.addSql(
      `alter table "portfolio" add "cash_tracking" boolean not null default false, add "cost_method" text not null default 'fifo', add "benchmark_id" int null, add "tax_year_start" text not null default '01-01', add "dividend_tax_percent" numeric(13,10) not null default '0', add "risk_free_percent" numeric(13,10) not null default '0', add "notify_dividends" boolean not null default true, add "is_example" boolean not null default false, add "revision" int not null default 0;`,
    );
    this.addSql(`create index "portfolio_benchmark_id_index" on "portfolio" ("benchmark_id");`);
    this.addSql(
      `alter table "portfolio" add constraint "portfolio_cost_method_check" check ("cost_method" in ('fifo', 'average'));`,
    );
    this.addSql(
      `create table "portfolio_import" ("id" uuid not null, "portfolio_id" uuid not null, "file_name" text null, "preset" text null, "mapping" jsonb not null, "counts" jsonb not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "portfolio_import_portfolio_id_created_at_index" on "portfolio_import" ("portfolio_id", "created_at");`,
    );
    this.addSql(
      `create table "import_mapping" ("user_id" uuid not null, "header_digest" text not null, "mapping" jsonb not null, "updated_at" timestamptz not null, primary key ("user_id", "header_digest"));`,
    );
    this.addSql(
      `create table "transaction" ("id" uuid not null, "user_id" uuid not null, "portfolio_id" uuid not null, "type" text not null, "date" date not null, "ordinal" int not null, "stock_id" int null, "quantity" numeric(26,10) null, "price" numeric(26,10) null, "amount" numeric(26,10) null, "currency" text not null, "fees" numeric(26,10) not null default '0', "taxes" numeric(26,10) not null default '0', "fx_rate" numeric(26,12) null, "fx_currency" text null, "ex_date" date null, "to_amount" numeric(26,10) null, "to_currency" text null, "note" text null, "external_id" text null, "import_id" uuid null, "transfer_id" uuid null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "transaction_user_id_index" on "transaction" ("user_id");`);
    this.addSql(`create index "transaction_stock_id_index" on "transaction" ("stock_id");`);
    this.addSql(`create index "transaction_import_id_index" on "transaction" ("import_id");`);
    this.addSql(`create index "transaction_transfer_id_index" on "transaction" ("transfer_id");`);
    this.addSql(
      `create index "transaction_portfolio_id_date_ordinal_id_index" on "transaction" ("portfolio_id", "date", "ordinal", "id");`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_portfolio_id_external_id_unique" unique ("portfolio_id", "external_id");`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_type_check" check ("type" in ('BUY', 'SELL', 'DIVIDEND', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE', 'TAX', 'INTEREST', 'DEPOSIT', 'WITHDRAWAL', 'EXCHANGE'));`,
    );
    this.addSql(
      `create table "portfolio_tag_group" ("id" uuid not null, "portfolio_id" uuid not null, "name" text not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "portfolio_tag_group" add constraint "portfolio_tag_group_portfolio_id_name_unique" unique ("portfolio_id", "name");`,
    );
    this.addSql(
      `create table "portfolio_tag" ("id" uuid not null, "group_id" uuid not null, "position" int not null, "name" text not null, "target_percent" numeric(13,10) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "portfolio_tag" add constraint "portfolio_tag_group_id_name_unique" unique ("group_id", "name");`,
    );
    this.addSql(
      `create table "portfolio_tag_share" ("tag_id" uuid not null, "stock_id" int not null, "percent" numeric(13,10) not null, primary key ("tag_id", "stock_id"));`,
    );
    this.addSql(`create index "portfolio_tag_share_stock_id_index" on "portfolio_tag_share" ("stock_id");`);
    this.addSql(
      `create table "portfolio_target" ("portfolio_id" uuid not null, "stock_id" int not null, "percent" numeric(13,10) not null, primary key ("portfolio_id", "stock_id"));`,
    );
    this.addSql(`create index "portfolio_target_stock_id_index" on "portfolio_target" ("stock_id");`);
    this.addSql(
      `create table "dismissed_dividend" ("portfolio_id" uuid not null, "stock_id" int not null, "ex_date" date not null, primary key ("portfolio_id", "stock_id", "ex_date"));`,
    );
    this.addSql(`create index "dismissed_dividend_stock_id_index" on "dismissed_dividend" ("stock_id");`);
    this.addSql(
      `create table "split_choice" ("portfolio_id" uuid not null, "stock_id" int not null, "ex_date" date not null, "choice" text not null, primary key ("portfolio_id", "stock_id", "ex_date"));`,
    );
    this.addSql(`create index "split_choice_stock_id_index" on "split_choice" ("stock_id");`);
    this.addSql(
      `alter table "split_choice" add constraint "split_choice_choice_check" check ("choice" in ('multiplied', 'kept'));`,
    );
    this.addSql(
      `create table "quote_currency" ("portfolio_id" uuid not null, "stock_id" int not null, "currency" text not null, primary key ("portfolio_id", "stock_id"));`,
    );
    this.addSql(`create index "quote_currency_stock_id_index" on "quote_currency" ("stock_id");`);
    this.addSql(
      `alter table "portfolio" add constraint "portfolio_benchmark_id_foreign" foreign key ("benchmark_id") references "stock" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "portfolio_import" add constraint "portfolio_import_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "import_mapping" add constraint "import_mapping_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete restrict;`,
    );
    this.addSql(
      `alter table "transaction" add constraint "transaction_import_id_foreign" foreign key ("import_id") references "portfolio_import" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "portfolio_tag_group" add constraint "portfolio_tag_group_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_tag" add constraint "portfolio_tag_group_id_foreign" foreign key ("group_id") references "portfolio_tag_group" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_tag_share" add constraint "portfolio_tag_share_tag_id_foreign" foreign key ("tag_id") references "portfolio_tag" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_tag_share" add constraint "portfolio_tag_share_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_target" add constraint "portfolio_target_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_target" add constraint "portfolio_target_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "dismissed_dividend" add constraint "dismissed_dividend_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "dismissed_dividend" add constraint "dismissed_dividend_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "split_choice" add constraint "split_choice_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "split_choice" add constraint "split_choice_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "quote_currency" add constraint "quote_currency_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "quote_currency" add constraint "quote_currency_stock_id_foreign" foreign key ("stock_id") references "stock" ("id") on update cascade on delete cascade;`,
    );
  }
}
