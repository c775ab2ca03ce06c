import { Migration } from '@mikro-orm/migrations';

/**
 * Renames tables, columns, indexes and constraints to the terms of the code. Removes the jobs `keep-current`: no worker
 * has a handler of that name any more. `enqueueDueRefreshes` enqueues their stocks again, under the new name.
 */
export class FieldNames extends Migration {
  override up(): void {
    this.addSql(`alter table "session" rename to "access_token";`);
    this.addSql(`alter table "access_token" rename column "sign_in_id" to "session_id";`);
    this.addSql(`alter table "access_token" rename constraint "session_pkey" to "access_token_pkey";`);
    this.addSql(
      `alter table "access_token" rename constraint "session_user_id_foreign" to "access_token_user_id_foreign";`,
    );
    this.addSql(
      `alter table "access_token" rename constraint "session_sign_in_id_foreign" to "access_token_session_id_foreign";`,
    );
    this.addSql(`alter index "session_user_id_index" rename to "access_token_user_id_index";`);
    this.addSql(`alter index "session_sign_in_id_index" rename to "access_token_session_id_index";`);
    this.addSql(`alter index "session_expires_at_index" rename to "access_token_expires_at_index";`);

    this.addSql(`alter table "sign_in" rename to "session";`);
    this.addSql(`alter table "session" rename constraint "sign_in_pkey" to "session_pkey";`);
    this.addSql(
      `alter table "session" rename constraint "sign_in_refresh_digest_unique" to "session_refresh_digest_unique";`,
    );
    this.addSql(
      `alter table "session" rename constraint "sign_in_user_id_foreign" to "session_user_id_foreign";`,
    );
    this.addSql(`alter index "sign_in_user_id_index" rename to "session_user_id_index";`);
    this.addSql(`alter index "sign_in_expires_at_index" rename to "session_expires_at_index";`);

    this.addSql(`alter table "stock" rename column "left_out_bars" to "rejected_bars";`);
    this.addSql(`alter table "worker_heartbeat" rename column "beat_at" to "heartbeat_at";`);
    this.addSql(
      `alter index "worker_heartbeat_beat_at_index" rename to "worker_heartbeat_heartbeat_at_index";`,
    );
    this.addSql(`alter index "task_under_way_once" rename to "task_active_once";`);

    // Since version 18, PostgreSQL also names the constraints of not-null columns.
    this.addSql(`do $$
      declare renamed record;
      begin
        for renamed in
          select relname, conname, relname || '_' || attname || '_not_null' as new_name
          from pg_constraint
            join pg_class on pg_class.oid = conrelid
            join pg_attribute on attrelid = conrelid and attnum = conkey[1]
          where contype = 'n' and relnamespace = current_schema()::regnamespace
            and relname in ('access_token', 'session', 'stock', 'worker_heartbeat')
            and conname <> relname || '_' || attname || '_not_null'
          -- The new names of the constraints of session are the old ones of access_token.
          order by relname
        loop
          execute format('alter table %I rename constraint %I to %I', renamed.relname, renamed.conname, renamed.new_name);
        end loop;
      end
    $$;`);

    this.addSql(`do $$ begin
      if to_regclass('graphile_worker.jobs') is not null then
        perform graphile_worker.remove_job(key) from graphile_worker.jobs
        where task_identifier = 'keep-current' and key is not null;
      end if;
    end $$;`);
  }
}
