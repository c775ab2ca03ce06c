import type {} from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, as its superuser. */
    postgresUrl: string;
  }
}
