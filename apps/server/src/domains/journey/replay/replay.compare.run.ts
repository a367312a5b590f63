import { hoursIn } from '@parley/hours';
import { type Compiled, compileStream, type Document } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import type { RunningVersion } from '../row/instance.versions.ts';
import { type Compared, compareWalk, type PastWalk } from './replay.compare.ts';

/** A version as it goes to the process that plays it. */
export type PlayedVersion = Omit<RunningVersion, 'compiled' | 'nodeNumbers'> & { documents: Document[] };
/** @property walks as JSON, so that each is written once */
export type Comparing = { was: PlayedVersion; draft: PlayedVersion; walks: string[] };

/** A walk as it was written: its times are dates again, and its answers are read by the code that reads them everywhere. */
function readWalk(json: string): PastWalk {
  const { past, world, ...walk } = JSON.parse(json) as PastWalk;
  return {
    ...walk,
    past: past?.map((input) => ({ ...input, at: new Date(input.at) })) ?? null,
    world: world && { ...world, facts: { ...world.facts, readers, refusalOf: () => '', hoursOf: hoursIn(world.hours) } },
  };
}

/** Finds the walks that would go elsewhere in a draft. Runs away from the main thread. */
export default function compare({ was, draft, walks }: Comparing): Compared[] {
  const [own, other] = [fromPlayed(was), fromPlayed(draft)];
  return walks.map((json) => compareWalk(own, other, readWalk(json)));
}

function fromPlayed({ documents, ...version }: PlayedVersion): RunningVersion {
  const [main, ...inside] = documents.map(compileStream);
  const compiled: Compiled = { main: main as Compiled['main'], streams: new Map(inside.map((stream) => [stream.document.id, stream])) };
  return { ...version, compiled, nodeNumbers: new Map() };
}
