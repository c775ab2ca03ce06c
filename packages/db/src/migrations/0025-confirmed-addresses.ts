import { Migration } from '@mikro-orm/migrations';

/** The account's own email address is confirmed as every other one; until then its channels wait. */
export class ConfirmedAddresses extends Migration {
  override up(): void {
    this.addSql(`alter table "notification_channel" add column "confirmation_tries" int not null default 0;`);
    this.addSql(`
      with waiting as (
        update "notification_channel" channel
        set "confirmed_at" = null, "confirmation_digest" = null, "confirmation_expires_at" = null
        from "user_account" owner
        where owner.id = channel.user_id and channel.kind = 'email' and lower(channel.target) = lower(owner.email)
        returning channel.user_id, channel.name
      )
      insert into "signal" ("id", "user_id", "kind", "bar_date", "values", "sentence", "created_at")
      select gen_random_uuid(), user_id, 'notice', (now() at time zone 'UTC')::date, '[]',
        'The channel ' || name || ' waits for confirmation: confirm its address under Delivery. Until then nothing is sent to it',
        now()
      from waiting;`);
  }
}
