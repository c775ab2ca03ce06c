import type { Outcome } from './caller.ts';

/** Records the faults, writes and checks of a run, and the violations found. */
export class Ledger {
  readonly faults = new Map<string, number>();
  readonly writes: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  /** Requests without a response, by reason. */
  readonly unanswered = new Map<string, number>();
  readonly endsOfTasks = { SUCCESS: 0, FAILURE: 0 };
  readonly slowestRecoveries = new Map<string, number>();
  readonly slowestStops = new Map<string, number>();
  readonly violations: string[] = [];
  checks = 0;

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  noteUnanswered(reason: string): void {
    this.unanswered.set(reason, (this.unanswered.get(reason) ?? 0) + 1);
  }

  /** Records the time from the end of a fault's cause to full recovery. */
  recovery(name: string, seconds: number): void {
    this.slowestRecoveries.set(name, Math.max(seconds, this.slowestRecoveries.get(name) ?? 0));
  }

  /** Records the duration of a graceful shutdown. */
  stop(role: string, seconds: number): void {
    this.slowestStops.set(role, Math.max(seconds, this.slowestStops.get(role) ?? 0));
  }

  /** Checks an invariant; `violation` describes the error if it does not hold. */
  check(holds: boolean, violation: () => string): void {
    this.checks += 1;
    if (!holds) this.violations.push(violation());
  }

  toString(): string {
    const { acknowledged, refused, unknown } = this.writes;
    const list = (map: ReadonlyMap<string, number>, digits: number) =>
      [...map].map(([name, value]) => `${name} ${value.toFixed(digits)}`).join(', ');
    return [
      `faults injected:      ${list(this.faults, 0)}`,
      `slowest recoveries:   ${list(this.slowestRecoveries, 1)} (seconds)`,
      `slowest stops:        ${list(this.slowestStops, 1)} (seconds)`,
      `writes:               ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown`,
      `without a response:   ${list(this.unanswered, 0) || 'none'}`,
      `tasks that ended:     ${this.endsOfTasks.SUCCESS} in success, ${this.endsOfTasks.FAILURE} in failure`,
      `checks:               ${this.checks}`,
      `violations:           ${this.violations.length}`,
      ...this.violations.map((violation) => `  - ${violation}`),
    ].join('\n');
  }
}
