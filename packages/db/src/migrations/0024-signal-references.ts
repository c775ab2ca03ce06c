import { Migration } from '@mikro-orm/migrations';

/** The unique indexes of these columns are partial: foreign keys cannot use them. */
export class SignalReferences extends Migration {
  override up(): void {
    this.addSql(`create index "signal_rule_id_index" on "signal" ("rule_id");`);
    this.addSql(`create index "signal_strategy_id_index" on "signal" ("strategy_id");`);
  }
}
