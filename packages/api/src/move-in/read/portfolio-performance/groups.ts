import { Decimal } from '../../decimal.ts';
import type { NeutralGroup, NeutralTag } from '../../form.ts';
import { cleanText } from '../texts.ts';
import type { PpClassification, PpClient, PpTaxonomy } from './client.ts';

/** All of something, in the hundredths of a percent that weights are written in. */
const whole = 10_000;

/** A classification with its path from the root, which it does not contain. */
interface Placed {
  readonly classification: PpClassification;
  readonly name: string;
  /** The product of the weights from the root down, in percent. */
  readonly percent: Decimal;
}

/** The tag groups of the taxonomies. Only the first one with targets has them. */
export function groupsOf({ taxonomies }: PpClient): NeutralGroup[] {
  const withTargets = taxonomies.find(({ root }) => hasTargets(root));
  return taxonomies.flatMap((taxonomy, index) => {
    const tags = tagsOf(taxonomy, taxonomy === withTargets);
    if (!tags.some(({ shares }) => shares.length > 0)) return [];
    return { name: cleanText(taxonomy.name) || `Group ${index + 1}`, tags };
  });
}

/** Templates write the whole on every classification: these are no targets. */
function hasTargets(root: PpClassification): boolean {
  const levels = levelsOf(root);
  const isWhole = levels.every((level) => level.reduce((sum, { weight }) => sum + weight, 0) === whole);
  return isWhole && levels.some((level) => level.filter(({ weight }) => weight > 0).length > 1);
}

/** All siblings that there are, level by level. */
function levelsOf({ children }: PpClassification): (readonly PpClassification[])[] {
  return children.length === 0 ? [] : [children, ...children.flatMap(levelsOf)];
}

function tagsOf({ root }: PpTaxonomy, isTarget: boolean): NeutralTag[] {
  return placed(root.children, '', new Decimal(100)).flatMap(({ classification, name, percent }) => {
    const { assignments, children } = classification;
    const shares = assignments.flatMap(({ security, weight }) =>
      security === null ? [] : { security: security.uuid, percent: new Decimal(weight).div(100).toFixed() },
    );
    // Accounts alone are cash, whose target is the rest.
    const isCash = shares.length === 0 && assignments.length > 0;
    const hasTarget = isTarget && children.length === 0 && !isCash && percent.gt(0);
    if (shares.length === 0 && !hasTarget) return [];
    return { name, targetPercent: hasTarget ? percent.toDecimalPlaces(10).toFixed() : null, shares };
  });
}

function placed(classifications: readonly PpClassification[], path: string, above: Decimal): Placed[] {
  return classifications.flatMap((classification) => {
    const own = cleanText(classification.name);
    const name = path === '' ? own : `${path} / ${own}`;
    const percent = above.times(classification.weight).div(whole);
    return [{ classification, name, percent }, ...placed(classification.children, name, percent)];
  });
}
