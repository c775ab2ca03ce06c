import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { Activity } from './export.ts';

/** The part of all activities that must have one of two times, for these to be local midnights. */
const minPart = 0.9;

/** The days of activities in UTC. Older files hold local midnights, which are late in the day before. */
export class ActivityDays {
  readonly #midnights: ReadonlySet<string>;

  constructor(activities: readonly Activity[]) {
    const groups = Map.groupBy(activities, ({ date }) => timeOf(date));
    const late = [...groups]
      .filter(([time]) => time >= '12:00')
      .toSorted(([, a], [, b]) => b.length - a.length);
    const most = late.slice(0, 2);
    const count = most.reduce((sum, [, list]) => sum + list.length, 0);
    const isMidnight = activities.length > 0 && count >= minPart * activities.length;
    this.#midnights = new Set(isMidnight ? most.map(([time]) => time) : []);
  }

  /** Null if the text is no date. */
  dayOf({ date }: Activity): string | null {
    const day = dayNumber(date.slice(0, 10));
    if (Number.isNaN(day) || !/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(date)) return null;
    return dateOfDay(this.#midnights.has(timeOf(date)) ? day + 1 : day);
  }
}

const timeOf = (date: string) => date.slice(11, 16);

/** Seconds since midnight of a time in UTC. */
export function secondsOf(date: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /T(\d{2}):(\d{2})(?::(\d{2}))?/.exec(date) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
