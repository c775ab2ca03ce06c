import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Finds server settings that log emails, password hashes or notes. Statements contain no values (`BoundDriver`), so
 * only error details, which quote rows and keys, and logged parameters remain.
 * @returns the required settings that differ, in the syntax of postgresql.conf
 */
export async function listRevealingLogSettings(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value
    from (values
      ('log_error_verbosity', 'terse', true),
      ('log_parameter_max_length_on_error', '0', true),
      ('log_parameter_max_length', '0',
        current_setting('log_statement') in ('mod', 'all')
        or current_setting('log_min_duration_statement') <> '-1'
        or current_setting('log_min_duration_sample') <> '-1'
        or current_setting('log_transaction_sample_rate') <> '0')
    ) as required (name, value, is_relevant)
    where is_relevant and current_setting(name) <> value
  `.execute(database.fork().getKysely());
  return rows.map(({ name, value }) => `${name} = ${value}`);
}
