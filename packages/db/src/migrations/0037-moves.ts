import { Migration } from '@mikro-orm/migrations';

/** Files of other programs that are moved in. */
export class Moves extends Migration {
  override up(): void {
    this.addSql(
      `create table "portfolio_move" ("id" uuid not null, "user_id" uuid not null, "state" text not null, "file_name" text null, "digest" text not null, "program" text null, "needs" jsonb null, "answers" jsonb not null, "securities" jsonb not null, "report" text null, "problem" text null, "made" jsonb null, "created_at" timestamptz not null, "stored_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create index "portfolio_move_user_id_created_at_index" on "portfolio_move" ("user_id", "created_at");`,
    );
    this.addSql(
      `alter table "portfolio_move" add constraint "portfolio_move_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_move" add constraint "portfolio_move_state_check" check ("state" in ('reading', 'ready', 'answers_needed', 'storing', 'stored', 'taken_back', 'failed'));`,
    );
    this.addSql(
      `create table "move_content" ("move_id" uuid not null, "upload" bytea null, "book" bytea null, primary key ("move_id"));`,
    );
    this.addSql(
      `alter table "move_content" add constraint "move_content_move_id_foreign" foreign key ("move_id") references "portfolio_move" ("id") on update cascade on delete cascade;`,
    );
  }
}
