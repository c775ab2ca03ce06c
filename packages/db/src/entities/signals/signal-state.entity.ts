import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from '../stocks/stock.entity.ts';
import { SignalRule } from './signal-rule.entity.ts';

const SignalStateSchema = defineEntity({
  name: 'SignalState',
  properties: {
    rule: () => p.manyToOne(SignalRule).primary().deleteRule('cascade'),
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade').index(),
    /** The last bar when the rule was armed, or the last bar of the history that another source brought. */
    armedFrom: p.date(),
    evaluatedTo: p.date(),
    /** The revision of the bars that were evaluated last. */
    barsRevision: p.integer(),
    /** The bar of the last signal since the rule was armed, for `quietBars`. */
    lastSignalDate: p.date().strictNullable(),
    /** Why the rule could not be evaluated, as a sentence for the user. */
    problem: p.text().strictNullable(),
  },
});

/**
 * How far an active rule has been evaluated on a stock. Created by the first refresh after the rule was armed or the
 * stock joined its list; deleted when the rule is armed again and by the first refresh after the stock has left.
 */
export class SignalState extends SignalStateSchema.class {}
SignalStateSchema.setClass(SignalState);
