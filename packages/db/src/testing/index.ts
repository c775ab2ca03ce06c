export { type RawBuilder as TestQuery, sql } from 'kysely';
export { createTestDatabase, type TestDatabase, useTestDatabase } from './test-database.ts';
export { userRow } from './test-rows.ts';
