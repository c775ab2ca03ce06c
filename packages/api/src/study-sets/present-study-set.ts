import type { StudySet as StudySetRow } from '@stockbook/db';
import type { StudySet } from './schemas.ts';

/** Maps a set of indicators to its API shape. */
export function presentStudySet(set: Omit<StudySetRow, 'user'>): StudySet {
  return {
    id: set.id,
    name: set.name,
    studies: set.studies.map((study) => ({
      indicator_function: study.indicatorFunction,
      indicator_name: study.indicatorName,
      parameters: study.parameters,
      color: study.color,
    })),
    created_at: set.createdAt.toISOString(),
    updated_at: set.updatedAt.toISOString(),
  };
}
