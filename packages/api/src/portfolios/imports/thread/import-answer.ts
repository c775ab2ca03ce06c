import type { ComparedTransaction } from '@stockbook/db';
import { type JudgedRow, judgeRows } from '../judge/judge-rows.ts';
import { findUncoveredSale, planStoring } from '../judge/plan-storing.ts';
import { collectQuestions, countVerdicts, presentLines } from '../judge/present.ts';
import type { UnknownSecurity } from '../judge/securities.ts';
import { importMapping } from '../mapping-schema.ts';
import { identify, readFile } from '../read/read-file.ts';
import type { ReadRow } from '../read/rows.ts';
import { FileError } from '../read/table.ts';
import type {
  CalculationName,
  FileNeeds,
  ImportAnswer,
  ImportCalculations,
  ImportRequest,
} from './in-thread.ts';

type Calculation<Name extends CalculationName> = (
  options: Parameters<ImportCalculations[Name]>[0],
) => Generator<undefined, ReturnType<ImportCalculations[Name]>>;

const calculations: { readonly [Name in CalculationName]: Calculation<Name> } = {
  *identify({ text }) {
    yield;
    return identify(text);
  },
  *read(request) {
    yield;
    const { rows, ...file } = yield* readFile(request);
    yield;
    const needs = needsOf(rows, file.mapping.securities);
    return { ...file, rows: JSON.stringify(rows), needs };
  },
  *needs({ rows, mapping }) {
    const { securities } = importMapping.parse(mapping);
    yield;
    return { needs: needsOf(JSON.parse(rows), securities), mapped: securities };
  },
  *judge({ rows, facts, page }) {
    const { judged } = yield* judgeAll(rows, facts);
    return {
      counts: countVerdicts(judged),
      questions: collectQuestions(judged),
      lines: presentLines(judged, page),
      total: judged.length,
      unknown: unknownSecurities(judged),
    };
  },
  *plan({ rows, facts, importId, now }) {
    const { judged, existing } = yield* judgeAll(rows, facts);
    return yield* planStoring(judged, existing, facts, { importId, now });
  },
  *takeBack({ facts, importId }) {
    const existing: ComparedTransaction[] = JSON.parse(facts.transactions);
    yield;
    const own = existing.filter((transaction) => transaction.importId === importId);
    return yield* findUncoveredSale(existing, [], facts, new Set(own.map(({ id }) => id)));
  },
};

function* judgeAll(text: string, facts: Parameters<typeof judgeRows>[1]) {
  const rows: ReadRow[] = JSON.parse(text);
  yield;
  const existing: ComparedTransaction[] = JSON.parse(facts.transactions);
  yield;
  return { judged: yield* judgeRows(rows, facts, existing), existing };
}

function needsOf(rows: readonly ReadRow[], mapped: readonly { readonly symbol: string }[]): FileNeeds {
  const values = rows.flatMap((row) => row.values ?? []);
  const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => text ?? []))];
  return {
    symbols: distinct([...values.map(({ symbol }) => symbol), ...mapped.map(({ symbol }) => symbol)]),
    isins: distinct(values.map(({ isin }) => isin)),
    currencies: distinct(values.map(({ currency }) => currency)),
  };
}

function unknownSecurities(rows: readonly JudgedRow[]): UnknownSecurity[] {
  const unknown = new Map<string, UnknownSecurity>();
  for (const { lookUp, verdict } of rows) {
    if (lookUp && verdict === 'new') unknown.set(lookUp.text, lookUp);
  }
  return [...unknown.values()];
}

function run<Name extends CalculationName>({ name, options }: ImportRequest<Name>) {
  const calculation: Calculation<Name> = calculations[name];
  return calculation(options);
}

type AnyRequest = { [Name in CalculationName]: ImportRequest<Name> }[CalculationName];

/** Runs in a thread of `calculateImport`. */
export function* answer(request: AnyRequest): Generator<undefined, ImportAnswer<unknown>> {
  try {
    return { result: yield* run<CalculationName>(request) };
  } catch (error) {
    if (error instanceof FileError) return { problem: error.message };
    throw error;
  }
}
