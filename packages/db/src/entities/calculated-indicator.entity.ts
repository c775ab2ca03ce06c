import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from './stock.entity.ts';
import { User } from './user.entity.ts';

const CalculatedIndicatorSchema = defineEntity({
  name: 'CalculatedIndicator',
  uniques: [
    {
      name: 'calculated_indicator_once',
      properties: ['user', 'stock', 'indicatorFunction', 'indicatorName', 'parameters'],
    },
  ],
  properties: {
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade'),
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    indicatorFunction: p.text(),
    indicatorName: p.text(),
    parameters: p.json().$type<Record<string, number>>(),
    /** Names of the lines, the principal one first. */
    outputs: p.array(),
    /**
     * The lines one after the other, each with a value for every bar from `dataStartDate` to `dataEndDate`: 64-bit
     * floats, little-endian. As an array of PostgreSQL's they would go over as text, twenty times slower.
     */
    values: p.blob().lazy(),
    dataStartDate: p.date().strictNullable(),
    dataEndDate: p.date().strictNullable(),
    calculatedAt: p.datetime(),
  },
});

/** The result of a calculation somebody asked for; made anew whenever its stock's bars change. */
export class CalculatedIndicator extends CalculatedIndicatorSchema.class {}
CalculatedIndicatorSchema.setClass(CalculatedIndicator);
