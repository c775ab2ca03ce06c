import { type Comparison, compare } from '../compare/compare.ts';
import type { NeutralBook } from '../form.ts';
import { answerFile } from '../plan/answer-file.ts';
import { checkAnswers } from '../plan/checks/check-answers.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { MovePlan } from '../plan/plan.ts';
import { planSecurities } from '../plan/securities.ts';
import { makeReport, openQuestions, reportLines } from '../report/report.ts';
import { planStoring } from '../store/plan-storing.ts';
import { recheck } from '../store/recheck.ts';
import { unpackBook } from './packing.ts';
import type { MoveCalculations, PlanInput, PlanSummary } from './requests.ts';

interface Planned {
  readonly book: NeutralBook;
  readonly plan: MovePlan;
  readonly comparison: Comparison;
}

function planned({ book: packed, facts, answers }: PlanInput): Planned {
  const book = answerFile(unpackBook(packed), answers);
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

/** The steps of a move after its files have been read. */
export const planSteps: Pick<MoveCalculations, 'plan' | 'lines' | 'store' | 'recheck'> = {
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
