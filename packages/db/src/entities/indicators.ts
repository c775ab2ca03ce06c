import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { Stock } from './stocks.ts';

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
    /** Names of the output lines, the principal one first. */
    outputs: p.array(),
    /**
     * The output lines concatenated, each with one value per bar from `dataStartDate` to `dataEndDate`, as
     * little-endian 64-bit floats. The driver transfers a PostgreSQL array as text, which takes twenty times as long.
     */
    values: p.blob().lazy(),
    dataStartDate: p.date().strictNullable(),
    dataEndDate: p.date().strictNullable(),
    calculatedAt: p.datetime(),
  },
});

/** The result of a calculation that a user requested; recalculated whenever the stock's bars change. */
export class CalculatedIndicator extends CalculatedIndicatorSchema.class {}
CalculatedIndicatorSchema.setClass(CalculatedIndicator);

/** An indicator of a set, without values. */
export interface SavedStudy {
  readonly indicatorFunction: string;
  readonly indicatorName: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** `#rrggbb`; null for the chart's choice. */
  readonly color: string | null;
}

const StudySetSchema = defineEntity({
  name: 'StudySet',
  uniques: [{ properties: ['user', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    /** In the order in which the chart lists them. */
    studies: p.json().$type<readonly SavedStudy[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A user's saved set of indicators, which can be applied to any stock. */
export class StudySet extends StudySetSchema.class {}
StudySetSchema.setClass(StudySet);
