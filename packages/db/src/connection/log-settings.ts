import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * The settings with which a server writes emails, password hashes or notes to its log. Statements carry no values
 * (see BoundDriver), so these are what is left: details of an error, which quote a row or a key, and parameters.
 * @returns what to set instead, as it stands in postgresql.conf
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
    ) as wanted (name, value, is_relevant)
    where is_relevant and current_setting(name) <> value
  `.execute(database.fork().getKysely());
  return rows.map(({ name, value }) => `${name} = ${value}`);
}
