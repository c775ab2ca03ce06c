import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from '../stocks/stock.entity.ts';
import { Strategy } from './strategy.entity.ts';

const StrategyStateSchema = defineEntity({
  name: 'StrategyState',
  properties: {
    strategy: () => p.manyToOne(Strategy).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    /** The last bar when the strategy was armed, or the last bar of the history that another source brought. */
    armedFrom: p.date(),
    evaluatedTo: p.date(),
    /** The revision of the bars that were simulated last. */
    barsRevision: p.integer(),
    /** Why the strategy could not be simulated, as a sentence for the user. */
    problem: p.text().strictNullable(),
  },
});

/** How far an active strategy has been simulated on a stock. Created, deleted and armed like a rule's `SignalState`. */
export class StrategyState extends StrategyStateSchema.class {}
StrategyStateSchema.setClass(StrategyState);
