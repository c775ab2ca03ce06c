import type {} from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test run's PostgreSQL, for a role without rights other than CREATEDB. */
    postgresUrl: string;
    superuserUrl: string;
  }
}
