import { Migration } from '@mikro-orm/migrations';

/**
 * The statements that had no index: deleting an account read all tasks, the nightly clean-up all sessions, rules,
 * channels and moves, and the search for overdue deliveries, every five minutes, all deliveries.
 */
export class IndexesForGrowth extends Migration {
  override up(): void {
    this.addSql(`create index "task_user_id_index" on "task" ("user_id");`);
    this.addSql(`create index "session_last_used_at_index" on "session" ("last_used_at");`);
    this.addSql(
      `create index "notification_channel_last_seen_at_index" on "notification_channel" ("last_seen_at") where "kind" = 'web_push';`,
    );
    this.addSql(
      `create index "signal_rule_expires_on_index" on "signal_rule" ("expires_on") where "is_active" and "expires_on" is not null;`,
    );
    this.addSql(
      `create index "notification_delivery_pending_index" on "notification_delivery" ("next_attempt_at") where "status" = 'pending';`,
    );
    this.addSql(
      `create index "portfolio_move_open_index" on "portfolio_move" ("created_at") where "state" in ('reading', 'ready', 'answers_needed', 'failed');`,
    );
  }
}
