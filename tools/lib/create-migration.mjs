import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';

/**
 * Writes the skeleton of the next migration, and registers it in the folder's `index.ts`.
 *
 * @param {string} folder
 * @param {string | undefined} name in words with hyphens, like `price-alerts`
 * @returns {string} the path of the new file
 */
export function createMigration(folder, name) {
  if (name === undefined || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Failure('name the migration, for example: npm run migration:create -- price-alerts');
  }
  const numbers = readdirSync(folder).map((file) => Number(/^(\d{4})-.*\.ts$/.exec(file)?.[1] ?? 0));
  const id = `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}-${name}`;
  const className = name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
  const indexFile = join(folder, 'index.ts');
  const index = readFileSync(indexFile, 'utf8');
  if (index.includes(`{ ${className} }`))
    throw new Failure(`there is a migration ${name} already: choose another name`);
  const file = join(folder, `${id}.ts`);
  writeFileSync(
    file,
    `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override up(): void {
    this.addSql(\`\`);
  }
}
`,
    { flag: 'wx' },
  );
  const registered = index
    .replace('\n\n', `\nimport { ${className} } from './${id}.ts';\n\n`)
    .replace('\n];', `\n  { name: '${id}', class: ${className} },\n];`);
  writeFileSync(indexFile, registered);
  return file;
}
