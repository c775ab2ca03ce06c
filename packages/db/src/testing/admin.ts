import { Client, escapeIdentifier } from 'pg';

export function databaseUrl(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function asAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Grants CREATEDB to the role of `url`: tests create databases, the program does not. */
export function allowToCreateDatabases(superuserUrl: string, url: string): Promise<void> {
  return asAdmin(superuserUrl, `alter role ${escapeIdentifier(new URL(url).username)} createdb`);
}

/** Creates a database without tables, or a copy of `template`. Copying files is faster than logging their pages. */
export function createEmptyDatabase(serverUrl: string, name: string, template = 'template0'): Promise<void> {
  return asAdmin(serverUrl, `create database "${name}" template "${template}" strategy file_copy`);
}

/** Only a superuser may end an autovacuum that is at work in the database. */
export function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  return asAdmin(superuserUrl, `drop database "${name}" with (force)`);
}
