export type { BarColumns } from './bar-columns.ts';
export { RuleEvaluation } from './rule-evaluation.ts';
export { barsBecomingTrue, becomesTrueAt, type TruthColumn, truth } from './truth.ts';
