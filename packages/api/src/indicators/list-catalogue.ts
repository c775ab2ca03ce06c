import { catalogue } from '@stockbook/indicators';
import type { z } from 'zod';
import type { indicatorCatalogue } from './schemas.ts';

const indicators = catalogue.map((definition) => ({
  name: definition.name,
  function: definition.function,
  description: definition.description,
  defaultParams: Object.fromEntries(
    definition.parameters.map((parameter) => [parameter.name, parameter.default]),
  ),
  parameters: definition.parameters.map((parameter) => ({ ...parameter })),
  inputs: [...definition.inputs],
  outputs: [...definition.outputs],
  unit: definition.unit,
  overlay: definition.overlay,
  group: definition.group,
}));

/** Lists the indicators that can be calculated, the eight presets first. */
export function listCatalogue(): z.infer<typeof indicatorCatalogue> {
  return { indicators, total: indicators.length };
}
