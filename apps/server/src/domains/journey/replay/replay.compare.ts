import type { ReplayGap } from '@parley/contract';
import { type Parting, type Passed, partingOf } from '@parley/journey';
import type { WaitingInput } from '../inbox/input.repository.ts';
import type { TracedVisit } from '../inbox/instance.trace.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { play, type World } from './replay.play.ts';

/** A walk with what is kept of it. @property past null: more came in than is replayed; [] nothing of it is kept */
export type PastWalk = {
  instanceId: string;
  past: readonly WaitingInput[] | null;
  turns: readonly { kind: string; visits: readonly Pick<TracedVisit, 'stream' | 'node' | 'exit'>[] }[];
  /** null: the person was deleted */
  world: World | null;
  until: number;
};
export type Compared = { kind: 'same' } | { kind: 'elsewhere'; parting: Parting } | { kind: 'uncompared'; why: ReplayGap };

const uncompared = (why: ReplayGap): Compared => ({ kind: 'uncompared', why });
const actedKinds: readonly string[] = ['retry', 'continue'];

type Visited = Pick<Passed, 'stream' | 'node' | 'exit'>;
const isAlike = (was: readonly Visited[], is: readonly Visited[]): boolean =>
  was.length === is.length &&
  was.every((one, place) => one.stream === is[place]?.stream && one.node === is[place]?.node && one.exit === is[place]?.exit);

/**
 * Tells whether a walk would go elsewhere in the draft. It is played twice, in its own version and in the draft, and the first has to come out as it
 * did: otherwise what the stream knew then has changed, and a difference would not be the draft's.
 */
export function compareWalk(was: RunningVersion, draft: RunningVersion, { instanceId, past, turns, world, until }: PastWalk): Compared {
  if (past === null) return uncompared('TOO_LONG');
  if (turns.some(({ kind }) => kind === 'move')) return uncompared('MOVED');
  if (turns.some(({ kind }) => actedKinds.includes(kind))) return uncompared('ACTED');
  if (world === null) return uncompared('PERSON_GONE');
  if (past[0]?.input.kind !== 'start') return uncompared('NOT_KEPT');
  const own = play({ running: was, instanceId, past, world, until });
  const traced = turns.flatMap(({ visits }) => visits);
  if (!isAlike(traced, own.passed)) return uncompared('UNLIKE');
  const parting = partingOf(own, play({ running: draft, instanceId, past, world, until, asSent: own.sent }));
  return parting ? { kind: 'elsewhere', parting } : { kind: 'same' };
}
