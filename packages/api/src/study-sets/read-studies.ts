import type { SavedStudy } from '@stockbook/db';
import { checkParameters, findIndicator } from '@stockbook/indicators';
import type { NewStudy } from './schemas.ts';

/**
 * Completes indicators by the catalogue.
 * @throws IndicatorError if a function or a parameter is not valid
 */
export function readStudies(studies: readonly NewStudy[]): SavedStudy[] {
  return studies.map((study) => {
    const definition = findIndicator(study.indicator_function);
    return {
      indicatorFunction: definition.function,
      indicatorName: study.indicator_name ?? definition.name,
      parameters: checkParameters(definition, study.parameters),
      color: study.color,
    };
  });
}
