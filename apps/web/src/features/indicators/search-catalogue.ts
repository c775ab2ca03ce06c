import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { presetCount } from '#lib/api/trpc.ts';

/** The indicators that match, by group; the most used ones first. */
export function groupCatalogue(
  catalogue: readonly IndicatorDefinition[],
  matches: readonly IndicatorDefinition[],
): Map<string, IndicatorDefinition[]> {
  return Map.groupBy(matches, (definition) =>
    catalogue.indexOf(definition) < presetCount ? 'Most used' : definition.group,
  );
}

/** The indicators with all of these words in name, function, group or description. */
export function searchCatalogue(
  catalogue: readonly IndicatorDefinition[],
  text: string,
): readonly IndicatorDefinition[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return catalogue.filter((definition) => {
    const { name, group, description } = definition;
    const content = [name, definition.function, group, description].join(' ').toLowerCase();
    return words.every((word) => content.includes(word));
  });
}
