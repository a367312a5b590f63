import type { JourneyInstanceState } from '@parley/contract';
import type { Settings } from '@parley/journey';

/** A walk of one of two customers who are one from now on. @property isKept it is the one's who stays in the phone book */
export type CountedWalk = Pick<Settings, 'reentry' | 'reentryDays'> & {
  instanceId: string;
  journeyId: string;
  environment: string;
  startedAt: Date;
  endedAt: Date | null;
  state: JourneyInstanceState;
  isKept: boolean;
};

const dayMs = 86_400_000;
const last = Number.POSITIVE_INFINITY;
const spanOf = ({ startedAt, endedAt }: CountedWalk): [number, number] => [startedAt.getTime(), endedAt?.getTime() ?? last];

/** Tells whether their stream would have let one person have both. Of streams with several by key, only walks that go on are told apart by it. */
function mayBeOnes(one: CountedWalk, other: CountedWalk): boolean {
  const [[from, to], [since, until]] = [spanOf(one), spanOf(other)];
  switch (one.reentry) {
    case 'never':
      return false;
    case 'days':
      return Math.abs(from - since) >= one.reentryDays * dayMs;
    case 'one':
      return to <= since || until <= from;
    case 'many':
      return true;
  }
}

/** Those that count first: walks that go on, since they end once more; then completed ones, then those of the one who stays. */
const rankOf = ({ endedAt, state, isKept }: CountedWalk): number =>
  (endedAt === null ? 0 : 4) + (state === 'COMPLETED' ? 0 : 2) + (isKept ? 0 : 1);

/**
 * Decides which walks count no more when two customers become one: those that the stream would not have let one person have beside the other's.
 * @returns each with the walk that counts instead of it
 */
export function countOnce(walks: readonly CountedWalk[]): { lost: string; into: string }[] {
  const lost: { lost: string; into: string }[] = [];
  const counting: CountedWalk[] = [];
  for (const walk of walks.toSorted((one, other) => rankOf(one) - rankOf(other) || one.startedAt.getTime() - other.startedAt.getTime())) {
    const instead = counting.find(
      (one) =>
        one.journeyId === walk.journeyId && one.environment === walk.environment && one.isKept !== walk.isKept && !mayBeOnes(walk, one),
    );
    if (instead && walk.endedAt !== null) lost.push({ lost: walk.instanceId, into: instead.instanceId });
    else counting.push(walk);
  }
  return lost;
}
