import type {} from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, for a plain role that may create databases. */
    postgresUrl: string;
  }
}
