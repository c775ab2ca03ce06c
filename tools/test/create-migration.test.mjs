import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMigration } from '../lib/create-migration.mjs';
import { projectRoot } from '../lib/root.mjs';

function copyOfMigrations() {
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(projectRoot, 'packages/db/src/migrations'), folder, { recursive: true });
  return folder;
}

it('writes the next migration and registers it as the last', () => {
  const folder = copyOfMigrations();
  const before = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const id = `${String(before.length + 1).padStart(4, '0')}-price-alerts`;
  expect(createMigration(folder, 'price-alerts')).toBe(join(folder, `${id}.ts`));
  expect(readFileSync(join(folder, `${id}.ts`), 'utf8')).toMatch(
    /^export class PriceAlerts extends Migration \{$/m,
  );
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  expect(index).toContain(`import { PriceAlerts } from './${id}.ts';\n\n/** All migrations`);
  expect(index.endsWith(`  { name: '${id}', class: PriceAlerts },\n];\n`)).toBe(true);
});

it.each([undefined, '', 'Price alerts', '../price-alerts', 'first-schema'])('rejects the name %j', (name) => {
  const folder = copyOfMigrations();
  const before = readdirSync(folder);
  expect(() => createMigration(folder, name)).toThrow(/^(name the migration|there is a migration)/);
  expect(readdirSync(folder)).toEqual(before);
});
