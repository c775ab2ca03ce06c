import { Migration } from '@mikro-orm/migrations';

/** The scope of a personal access token. Existing tokens may read and write, as before. */
export class TokenScopes extends Migration {
  override up(): void {
    this.addSql(
      `alter table "personal_access_token" add column "scope" text check ("scope" in ('read', 'write')) not null default 'write';`,
    );
  }
}
