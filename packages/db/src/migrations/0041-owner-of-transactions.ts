import { Migration } from '@mikro-orm/migrations';

/**
 * Statements name the portfolio and its owner. PostgreSQL took both for independent and expected few rows: for a user
 * with 49,000 transactions it read the index entries of all of them, and sorted those of the portfolio, for one page.
 */
export class OwnerOfTransactions extends Migration {
  override up(): void {
    this.addSql(
      `create index "transaction_user_id_portfolio_id_index" on "transaction" ("user_id", "portfolio_id");`,
    );
    this.addSql(`drop index "transaction_user_id_index";`);
    this.addSql(
      `create statistics "transaction_user_id_portfolio_id_statistics" (dependencies) on "user_id", "portfolio_id" from "transaction";`,
    );
    this.addSql(`analyze "transaction";`);
  }
}
