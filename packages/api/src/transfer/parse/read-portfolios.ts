import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type ImportedTransaction,
  importedChoices,
  importedPortfolio,
  type importedPortfolioFields,
  importedTagGroup,
  importedTarget,
  importedTransaction,
} from '../account/import-schemas.ts';
import type { PortfolioItem } from '../import-line.ts';
import type { ParsedItem } from './read-entry.ts';
import { messageOf, nameOf, parseEntry, type Reading, type Steps } from './reading.ts';

type Fields = z.ZodSafeParseResult<z.output<typeof importedPortfolioFields>>;

/** Transactions of one line: a task stores them in one step of some milliseconds. */
const transactionsPerLine = 500;

/**
 * Reads portfolios, from the last to the first: the stocks that they need besides the others of the file, then each
 * portfolio and its transactions.
 * @param there symbols of the watch list and of own instruments of the file
 */
export function* readPortfolios(
  portfolios: readonly Fields[],
  there: ReadonlySet<string>,
  reading: Reading,
): Steps<ParsedItem[]> {
  const transfers = new Map<string, string>();
  const symbols = new Set<string>();
  const items: ParsedItem[] = [];
  for (const [index, fields] of [...portfolios.entries()].toReversed()) {
    items.push(...(yield* readPortfolio(fields, index, { reading, transfers, symbols })));
  }
  const needed = [...symbols].filter((symbol) => !there.has(symbol)).sort();
  const stocks = needed.map((symbol): ParsedItem => {
    const item = { kind: 'portfolio_stock' as const, symbol };
    return { kind: 'portfolio_stock', text: `${symbol} of a portfolio`, item };
  });
  return [...stocks, ...items];
}

interface Context {
  readonly reading: Reading;
  /** New ids of the transfers, by those of the file. */
  readonly transfers: Map<string, string>;
  /** Collects the stocks that are needed. */
  readonly symbols: Set<string>;
}

function* readPortfolio(
  { data: fields, error: damage }: Fields,
  index: number,
  ctx: Context,
): Steps<ParsedItem[]> {
  const { reading, symbols } = ctx;
  const name = nameOf(fields, 'name') ?? String(index + 1);
  const text = `Portfolio ${name}`;
  const { data: portfolio, error } = importedPortfolio.safeParse(fields);
  if (!fields || !portfolio) {
    const message = messageOf(damage ?? error ?? new z.ZodError([]));
    return [reading.reject({ kind: 'portfolio', text, verdict: 'not_recognised', message })];
  }
  const rejected: ParsedItem[] = [];
  const reject = (part: string, problem: z.ZodError) => {
    const message = messageOf(problem);
    rejected.push(
      reading.reject({ kind: 'portfolio', text: `${part} of ${name}`, verdict: 'not_recognised', message }),
    );
  };
  const tags = yield* readEach(fields.tags ?? [], importedTagGroup, (error_, place) =>
    reject(`Tag group ${place}`, error_),
  );
  const targets = yield* readEach(fields.targets ?? [], importedTarget, (error_, place) =>
    reject(`Target ${place}`, error_),
  );
  const choices = importedChoices.safeParse(fields.choices ?? {});
  if (choices.error) reject('Choices', choices.error);
  const content: PortfolioItem = {
    kind: 'portfolio',
    id: randomUUID(),
    portfolio,
    tags,
    targets,
    choices: choices.data ?? importedChoices.parse({}),
  };
  for (const symbol of symbolsOf(content)) symbols.add(symbol);
  const transactions = yield* readTransactions(fields.transactions ?? [], content.id, name, ctx);
  return [{ kind: 'portfolio', text, item: content }, ...transactions, ...rejected];
}

function symbolsOf({ portfolio, tags, targets, choices }: PortfolioItem): string[] {
  return [
    ...(portfolio.benchmark === null ? [] : [portfolio.benchmark]),
    ...tags.flatMap((group) => group.tags.flatMap(({ shares }) => shares.map(({ symbol }) => symbol))),
    ...[...targets, ...Object.values(choices).flat()].map(({ symbol }) => symbol),
  ];
}

function* readEach<Output>(
  texts: readonly string[],
  schema: z.ZodType<Output>,
  reject: (error: z.ZodError, place: number) => void,
): Steps<Output[]> {
  const read: Output[] = [];
  for (const [index, json] of texts.entries()) {
    const { data, error } = schema.safeParse(parseEntry(json));
    if (error) reject(error, index + 1);
    else read.push(data);
    yield;
  }
  return read;
}

/** The lines of transactions. All of a day are in one line, because a sale may come before the purchase of its day. */
function* readTransactions(
  texts: readonly string[],
  portfolioId: string,
  name: string,
  { reading, transfers, symbols }: Context,
): Steps<ParsedItem[]> {
  const rejected: ParsedItem[] = [];
  const transactions = yield* readEach(texts, importedTransaction, (error, place) => {
    const text = `Transaction ${place} of ${name}`;
    const message = messageOf(error);
    rejected.push(reading.reject({ kind: 'transactions', text, verdict: 'not_recognised', message }));
  });
  const linked = transactions.map((transaction) => {
    if (transaction.symbol) symbols.add(transaction.symbol);
    return { ...transaction, transfer_id: newTransferId(transaction, transfers) };
  });
  const lines: ParsedItem[] = [];
  for (let start = 0; start < linked.length; ) {
    let end = Math.min(start + transactionsPerLine, linked.length);
    while (end < linked.length && linked[end]?.date === linked[end - 1]?.date) end++;
    const text = `Transactions ${start + 1} to ${end} of ${name}`;
    const item = { kind: 'transactions' as const, portfolioId, transactions: linked.slice(start, end) };
    lines.push({ kind: 'transactions', text, item });
    start = end;
    yield;
  }
  return [...lines, ...rejected];
}

/** An id of its own in this system: the file may be imported twice. */
function newTransferId(
  { transfer_id: id }: ImportedTransaction,
  transfers: Map<string, string>,
): string | null {
  if (!id) return null;
  const known = transfers.get(id) ?? randomUUID();
  transfers.set(id, known);
  return known;
}
