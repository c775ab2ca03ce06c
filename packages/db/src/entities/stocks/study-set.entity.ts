import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

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
