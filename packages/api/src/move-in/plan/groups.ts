import { Decimal } from '../decimal.ts';
import type { LeftOut, NeutralBook, NeutralGroup, NeutralTag } from '../form.ts';
import type {
  Answers,
  PlannedGroup,
  PlannedPortfolio,
  PlannedSecurity,
  PlannedTag,
  Question,
} from './plan.ts';
import type { Positions } from './positions.ts';

/** The limits of a portfolio. */
const [maxGroups, maxTags, maxName] = [10, 30, 100];

/** Percent that each target may have lost by rounding. */
const roundingPercent = 0.01;

const hundred = new Decimal(100);

export interface GroupPlan {
  readonly groups: readonly PlannedGroup[];
  readonly questions: readonly Question[];
  readonly leftOut: readonly LeftOut[];
}

interface GroupInput {
  readonly portfolios: readonly PlannedPortfolio[];
  readonly securities: readonly PlannedSecurity[];
  /** The first security of each symbol, by those that become one with it. */
  readonly firstOf: ReadonlyMap<string, string>;
  readonly positions: Positions;
  readonly answers: Answers;
}

/** Gives each portfolio the tag groups that have a security which it holds. */
export function planGroups(
  { groups, lastDay }: Pick<NeutralBook, 'groups' | 'lastDay'>,
  input: GroupInput,
): GroupPlan {
  const { portfolios, securities, firstOf, positions, answers } = input;
  const stored = new Set(
    securities.filter(({ status }) => ['known', 'new', 'own'].includes(status)).map(({ key }) => key),
  );
  const questions: Question[] = [];
  const leftOut: LeftOut[] = [];
  let taken = 0;
  const planned = groups.flatMap((group, index): PlannedGroup[] => {
    const asked = `group:${index}`;
    if (groups.length > maxGroups) {
      const question = groupQuestion(asked, group.name, groups.length, {
        index,
        answer: answers[asked] ?? null,
      });
      questions.push(question);
      if ((question.answer ?? question.default) === 'skip') return [];
    }
    taken += 1;
    if (taken > maxGroups) {
      leftOut.push({ what: group.name, count: 1, why: `A portfolio has at most ${maxGroups} tag groups` });
      return [];
    }
    const tags = uniqueTags(group, stored, firstOf);
    const key = `tags:${index}`;
    if (tags.length > maxTags) {
      questions.push(tagsQuestion(key, group.name, tags.length, answers[key] ?? null));
      leftOut.push({
        what: `Tags of ${group.name}`,
        count: answers[key] === 'skip' ? tags.length : tags.length - maxTags,
        why: `A group has at most ${maxTags} tags`,
      });
    }
    if (answers[key] === 'skip') return [];
    const kept = answers[key] === 'largest' ? largest(tags) : tags.slice(0, maxTags);
    const members = new Set(kept.flatMap(({ shares }) => shares.map(({ security }) => security)));
    const holders = portfolios.filter(({ key: portfolio }) =>
      [...members].some((security) => positions.holdersOn(security, lastDay ?? '').includes(portfolio)),
    );
    return holders.map((portfolio) => {
      const withTargets = fitTargets(kept, portfolio.cashTracking);
      if (!withTargets) {
        const why = `Its targets in ${portfolio.name} do not add up to 100 %`;
        leftOut.push({ what: `Targets of ${group.name}`, count: 1, why });
      }
      const without = kept.filter(({ shares }) => shares.length > 0);
      return {
        portfolio: portfolio.key,
        name: group.name.slice(0, maxName),
        tags: withTargets ?? without.map((tag) => ({ ...tag, targetPercent: null })),
      };
    });
  });
  return { groups: planned, questions, leftOut };
}

/** The tags with names of their own, and at most all of each security among them. */
function uniqueTags(
  { tags }: NeutralGroup,
  stored: ReadonlySet<string>,
  firstOf: ReadonlyMap<string, string>,
): PlannedTag[] {
  const taken = new Set<string>();
  const assigned = new Map<string, Decimal>();
  return tags.flatMap((tag): PlannedTag[] => {
    const shares = sharesOf(tag, stored, firstOf, assigned);
    if (shares.length === 0 && tag.targetPercent === null) return [];
    // The end of a path says more than its beginning.
    const own = tag.name.slice(-maxName).trim() || 'Tag';
    let name = own;
    for (let count = 2; taken.has(name); count += 1) name = `${own.slice(0, maxName - 4)} ${count}`;
    taken.add(name);
    return [{ name, targetPercent: tag.targetPercent, shares }];
  });
}

function sharesOf(
  tag: NeutralTag,
  stored: ReadonlySet<string>,
  firstOf: ReadonlyMap<string, string>,
  assigned: Map<string, Decimal>,
): PlannedTag['shares'] {
  const sums = new Map<string, Decimal>();
  for (const { security: given, percent } of tag.shares) {
    const security = firstOf.get(given) ?? given;
    const before = assigned.get(security) ?? new Decimal(0);
    const part = Decimal.min(percent, hundred.minus(before));
    if (!stored.has(security) || !part.gt(0)) continue;
    assigned.set(security, before.plus(part));
    sums.set(security, (sums.get(security) ?? new Decimal(0)).plus(part));
  }
  return [...sums].map(([security, percent]) => ({ security, percent: percent.toFixed() }));
}

/** The tags with targets that add up; null if they do not, even if rounding is allowed for. */
function fitTargets(tags: readonly PlannedTag[], cashTracking: boolean): readonly PlannedTag[] | null {
  const targets = tags.flatMap(({ targetPercent }) => targetPercent ?? []);
  if (targets.length === 0) return tags;
  const sum = targets.reduce((total, percent) => total.plus(percent), new Decimal(0));
  const rest = hundred.minus(sum);
  // The rest is the target of cash, which counts there.
  if (rest.isZero() || (cashTracking && rest.gt(0))) return tags;
  if (rest.abs().gt(roundingPercent * targets.length)) return null;
  const largest = tags.reduce((a, b) =>
    Number(b.targetPercent ?? 0) > Number(a.targetPercent ?? 0) ? b : a,
  );
  return tags.map((tag) =>
    tag === largest ? { ...tag, targetPercent: rest.plus(tag.targetPercent ?? 0).toFixed() } : tag,
  );
}

/** The tags with the most securities, in their order. */
function largest(tags: readonly PlannedTag[]): PlannedTag[] {
  const sorted = tags.toSorted((a, b) => b.shares.length - a.shares.length);
  const kept = new Set(sorted.slice(0, maxTags));
  return tags.filter((tag) => kept.has(tag));
}

const groupQuestion = (
  key: string,
  name: string,
  count: number,
  { index, answer }: { readonly index: number; readonly answer: string | null },
): Question => ({
  key,
  kind: 'tags',
  text: `The file has ${count} tag groups, a portfolio has at most ${maxGroups}. Do you want ${name}?`,
  choices: [
    { value: 'take', label: 'Take it' },
    { value: 'skip', label: 'Leave it out' },
  ],
  default: index < maxGroups ? 'take' : 'skip',
  answer,
});

const tagsQuestion = (key: string, name: string, count: number, answer: string | null): Question => ({
  key,
  kind: 'tags',
  text: `${name} has ${count} tags, a group has at most ${maxTags}. Which do you want?`,
  choices: [
    { value: 'first', label: `The first ${maxTags}` },
    { value: 'largest', label: `The ${maxTags} with the most securities` },
    { value: 'skip', label: 'None of them' },
  ],
  default: 'first',
  answer,
});
