import { Migration } from '@mikro-orm/migrations';

/** The closes of each stock and year in one row, which figures of portfolios read. */
export class PackedCloses extends Migration {
  override up(): void {
    this.addSql(
      `create table "packed_closes" ("stock_id" int not null, "year" int not null, "days" bytea not null, "closes" bytea not null, primary key ("stock_id", "year"));`,
    );
    // Random digits do not compress, and a row of a year fits into a page.
    this.addSql(
      `alter table "packed_closes" alter column "days" set storage plain, alter column "closes" set storage plain;`,
    );
    this.addSql(`
      insert into packed_closes
      select stock.id, packed.*
      from stock, lateral (
        select extract(year from date)::int, string_agg(int4send(date - '1970-01-01'::date), '' order by date),
          string_agg(float8send(close), '' order by date)
        from price_bar where stock_id = stock.id group by 1
      ) packed;`);
  }
}
