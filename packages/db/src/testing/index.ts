export { type RawBuilder as TestQuery, sql } from 'kysely';
export { selfSignedCertificate } from './self-signed-certificate.ts';
export { createTestDatabase, type TestDatabase, useTestDatabase } from './test-database.ts';
export { userRow } from './test-rows.ts';
