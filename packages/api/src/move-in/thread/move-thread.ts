import { parentPort } from 'node:worker_threads';
import { type Comparison, compare } from '../compare/compare.ts';
import type { NeutralBook } from '../form.ts';
import { MoveInError } from '../move-in-error.ts';
import { checkAnswers } from '../plan/check-answers.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { MovePlan } from '../plan/plan.ts';
import { planSecurities } from '../plan/securities.ts';
import { needsOf } from '../read/needs.ts';
import { openFiles } from '../read/open-files.ts';
import { readFiles } from '../read/read-files.ts';
import { makeReport, openQuestions, reportLines } from '../report/report.ts';
import { planStoring } from '../store/plan-storing.ts';
import { recheck } from '../store/recheck.ts';
import { packBook, packFiles, unpackBook, unpackFiles } from './packing.ts';
import type {
  CalculationName,
  MoveCalculations,
  Options,
  PlanInput,
  PlanSummary,
  ThreadRequest,
} from './requests.ts';

type Calculation<Name extends CalculationName> = (
  options: Options<Name>,
) => ReturnType<MoveCalculations[Name]>;

interface Planned {
  readonly book: NeutralBook;
  readonly plan: MovePlan;
  readonly comparison: Comparison;
}

function planned({ book: packed, facts, answers }: PlanInput): Planned {
  const book = unpackBook(packed);
  const plan = makePlan(book, facts, answers);
  const { stockOf } = planSecurities(book, facts, answers);
  return { book, plan, comparison: compare(book, plan, { stockOf, today: facts.today }) };
}

function summarise({ book, plan, comparison }: Planned, { answers, changed = [] }: PlanInput): PlanSummary {
  const report = makeReport(book, plan, comparison);
  return {
    report: JSON.stringify(report),
    wrongAnswer: checkAnswers(answers, changed, book, plan),
    isReady: report.state === 'ready',
    openQuestions: openQuestions(plan.questions).length,
    comparison,
    unknown: plan.securities
      .filter(({ status }) => status === 'new')
      .map(({ key, symbol, isin }) => ({ key, symbol, isin })),
  };
}

const calculations: { readonly [Name in CalculationName]: Calculation<Name> } = {
  async open({ files, options }) {
    const { opened, digest } = await openFiles(files, options);
    return { upload: packFiles(opened), digest };
  },
  async read({ upload, options }) {
    const book = await readFiles(unpackFiles(upload), options);
    return { book: packBook(book), program: book.program, needs: needsOf(book) };
  },
  plan: (input) => summarise(planned(input), input),
  lines(input) {
    const { book, plan } = planned(input);
    return JSON.stringify(reportLines(book, plan, input.filter));
  },
  store(input) {
    const own = planned(input);
    const storing = planStoring(own.book, own.plan, input.facts, new Date(input.nowMs));
    return { summary: summarise(own, input), storing };
  },
  recheck(input) {
    const { book, plan } = planned(input);
    return recheck(book, plan, input);
  },
};

function run<Name extends CalculationName>({ name, options }: ThreadRequest<Name>) {
  const calculation: Calculation<Name> = calculations[name];
  return calculation(options);
}

type AnyRequest = { [Name in CalculationName]: ThreadRequest<Name> }[CalculationName];

/** The thread of `calculateMove`: does one step of a move. */
parentPort?.once('message', async (request: AnyRequest) => {
  try {
    parentPort?.postMessage({ result: await run<CalculationName>(request) });
  } catch (error) {
    if (!(error instanceof MoveInError)) throw error;
    const { message, field, isTooLarge } = error;
    parentPort?.postMessage({ problem: { message, field, isTooLarge } });
  }
});
