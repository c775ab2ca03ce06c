import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** The role that the program connects as. It owns the database and has no other rights. */
export const applicationRole = 'stockbook_app';

/** Selects statements that change the owner of the superuser's objects: earlier versions connected as the superuser. */
const selectReassignments = `
  with own as (select oid as namespace from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    superuser as (select oid from pg_roles where rolname = current_user)
  select format('alter schema %I owner to %I', nspname, $1::text) as statement
  from pg_namespace, superuser where nspowner = superuser.oid and pg_namespace.oid in (select namespace from own)
  union all
  select format('alter table %s owner to %I', pg_class.oid::regclass, $1::text)
  from pg_class, superuser
  where relowner = superuser.oid and relnamespace in (select namespace from own)
    -- A table's sequences change owner with it; "alter table" also works for views and other sequences.
    and relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i') and refobjsubid > 0)
  union all
  select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, $1::text)
  from pg_proc, superuser where proowner = superuser.oid and pronamespace in (select namespace from own)
  union all
  select format('alter type %s owner to %I', pg_type.oid::regtype, $1::text)
  from pg_type left join pg_class on pg_class.oid = typrelid, superuser
  where typowner = superuser.oid and typnamespace in (select namespace from own)
    -- Row types of tables and array types change owner with their table or element type.
    and (typtype in ('e', 'd', 'r') or relkind = 'c')`;

/**
 * Creates or updates the role with this password, and makes it the owner of the database and all its objects. Atomic
 * and idempotent.
 */
export async function prepareApplicationRole(superuserUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'stockbook' });
  await client.connect();
  try {
    await client.query('begin');
    const role = escapeIdentifier(applicationRole);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole]);
    if (rowCount === 0) await client.query(`create role ${role}`);
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(`alter role ${role} ${rights} password ${escapeLiteral(password)}`);
    await client.query(`alter database ${escapeIdentifier(client.database ?? '')} owner to ${role}`);
    const { rows } = await client.query<{ statement: string }>(selectReassignments, [applicationRole]);
    for (const { statement } of rows) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
