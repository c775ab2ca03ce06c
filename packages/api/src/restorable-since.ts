import { minuteMs } from '@stockbook/common/durations';

/** The time in which a user can restore a deleted list or entry. */
const restorableMs = 10 * minuteMs;

/** The moment of the oldest deletion that can be undone, itself excluded. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - restorableMs);
