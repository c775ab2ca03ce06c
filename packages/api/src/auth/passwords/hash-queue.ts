import { AppError } from '../../errors.ts';

/** Half of libuv's four threads: the others stay free for files, DNS and compression. */
const maxConcurrency = 2;

/** Some seconds of hashing. Further requests fail with SERVICE_UNAVAILABLE. */
const maxWaiting = 100;

/** Of an address block. What exceeds it is served after all others, so that a flood delays itself only. */
const maxWaitingOfBlock = 2;

/** Who waits for a hash. */
export interface HashTurn {
  /** Whether the account's owner has signed in from this address block or device. */
  readonly isKnown: boolean;
  readonly block: string;
}

/** The operator's command line is served first. */
export const operatorTurn: HashTurn = { isKnown: true, block: 'operator' };

interface Waiting {
  readonly block: string;
  start(): void;
  refuse(error: AppError): void;
}

function tooMany(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many people are signing in: try again in a moment', {
    retryAfterS: 3,
  });
}

/**
 * Runs little at a time. Serves known devices first, then at most two waiting requests of each address block, then the
 * others. A full queue refuses the last request of the lowest class.
 */
export function createHashQueue() {
  const classes: [Waiting[], Waiting[], Waiting[]] = [[], [], []];
  let running = 0;

  function classOf({ isKnown, block }: HashTurn): 0 | 1 | 2 {
    if (isKnown) return 0;
    return classes[1].filter((waiting) => waiting.block === block).length < maxWaitingOfBlock ? 1 : 2;
  }

  function add(waiting: Waiting, rank: 0 | 1 | 2): void {
    classes[rank].push(waiting);
    if (classes.flat().length <= maxWaiting) return;
    classes
      .findLast(({ length }) => length > 0)
      ?.pop()
      ?.refuse(tooMany());
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      classes
        .find(({ length }) => length > 0)
        ?.shift()
        ?.start();
    }
  }

  /** @throws AppError SERVICE_UNAVAILABLE */
  return async function enqueue<T>(work: () => Promise<T>, turn: HashTurn): Promise<T> {
    if (running < maxConcurrency) return run(work);
    return new Promise<T>((resolve, reject) => {
      add({ block: turn.block, start: () => resolve(run(work)), refuse: reject }, classOf(turn));
    });
  };
}
