import type { Outcome } from './caller.ts';

/** What a run did, and what it found. */
export class Ledger {
  readonly faults = new Map<string, number>();
  readonly writes: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  readonly endsOfTasks = { SUCCESS: 0, FAILURE: 0 };
  readonly slowestRecoveries = new Map<string, number>();
  readonly slowestStops = new Map<string, number>();
  readonly violations: string[] = [];
  checks = 0;

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  /** How long it took until everything worked again after a fault. */
  recovery(name: string, seconds: number): void {
    this.slowestRecoveries.set(name, Math.max(seconds, this.slowestRecoveries.get(name) ?? 0));
  }

  /** How long a graceful stop took. */
  stop(role: string, seconds: number): void {
    this.slowestStops.set(role, Math.max(seconds, this.slowestStops.get(role) ?? 0));
  }

  /** Something that must hold; `violation` says what is wrong where it does not. */
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
      `tasks that ended:     ${this.endsOfTasks.SUCCESS} in success, ${this.endsOfTasks.FAILURE} in failure`,
      `checks:               ${this.checks}`,
      `violations:           ${this.violations.length}`,
      ...this.violations.map((violation) => `  - ${violation}`),
    ].join('\n');
  }
}
