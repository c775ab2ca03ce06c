import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../../../..');
const sources = globSync(['{db,api}/src/**/*.ts', '../apps/server/src/**/*.ts'], {
  cwd: packages,
  exclude: ['**/*.test.ts', '**/migrations/**', '**/testing/**'],
}).map((file) => ({ file, text: readFileSync(join(packages, file), 'utf8') }));

/** The texts between backticks that are no parts of others: `${…}` may hold further ones. */
function templatesOf(text: string): string[] {
  const templates: string[] = [];
  const starts: number[] = [];
  let braces = 0;
  const opened: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') {
      if (starts.length > opened.length) {
        const start = starts.pop() ?? 0;
        if (starts.length === 0) templates.push(text.slice(start, at + 1));
      } else starts.push(at);
    } else if (starts.length > opened.length && text.startsWith('${', at)) {
      opened.push(braces);
      braces += 1;
      at += 1;
    } else if (opened.length > 0 && text[at] === '{') braces += 1;
    else if (opened.length > 0 && text[at] === '}') {
      braces -= 1;
      if (braces === opened.at(-1)) opened.pop();
    }
  }
  return templates;
}

const comparesSymbol = /\b(?:stock\.)?symbol (?:=|in|like|ilike)|= stock\.symbol/;
const readsStock = /\b(?:from|join|update|using) stock\b/;
const namesOwner = /isSeenBy\(|isOfSource|isAbout|isOfLiveStock|owner_id/;
/** Conditions on rows of `stock` that other statements embed, or of symbols that no own instrument has. */
const embedded = [
  'journal_entry.symbol = stock.symbol',
  "stock.symbol like '%=X'",
  "link.terms ->> 'symbol' = stock.symbol",
];

const byOrm =
  /(?:findOne|find|findOneOrFail|count)\(\s*(?:Stock|UserStock),(?:(?!\);)[\s\S])*?(?<![.'])\bsymbol\b[\s\S]*?\);/g;

describe('queries that find stocks by symbol', () => {
  const statements = sources.flatMap(({ file, text }) =>
    templatesOf(text)
      .filter((template) => comparesSymbol.test(template))
      .map((template) => ({ file, template })),
  );

  it('finds them in the sources', () => {
    expect(statements.filter(({ template }) => readsStock.test(template)).length).toBeGreaterThan(15);
  });

  it('names the owner in every statement', () => {
    const without = statements.filter(
      ({ template }) =>
        (readsStock.test(template) || template.includes('stock.symbol')) &&
        !namesOwner.test(template) &&
        !embedded.some((condition) => template.includes(condition)),
    );
    expect(without).toEqual([]);
  });

  it('names the owner in every query of the ORM', () => {
    const queries = sources.flatMap(({ file, text }) =>
      [...text.matchAll(byOrm)].map(([query]) => ({ file, query })),
    );
    expect(queries.length).toBeGreaterThan(1);
    expect(queries.filter(({ query }) => !/owner|ofSymbol/.test(query))).toEqual([]);
  });
});
