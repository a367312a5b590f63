import { defineConfined } from '#platform/confined/confined.task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import type { Comparing, PlayedVersion } from './replay.compare.run.ts';
import type { Compared, PastWalk } from './replay.compare.ts';

const mega = 1024 * 1024;
/** Most bytes of walks that are played at once. One may have a megabyte of inputs. */
const mostBytes = 8 * mega;

const compareTask = defineConfined<Comparing, Compared[]>({
  module: new URL('./replay.compare.run.ts', import.meta.url),
  subject: 'The replay of the stream',
  lane: 'job',
  timeoutMs: 60_000,
  largestInputBytes: 64 * mega,
  largestOutputBytes: 16 * mega,
});

const toPlayed = ({ compiled: { main, streams }, nodeNumbers: _, ...version }: RunningVersion): PlayedVersion => ({
  ...version,
  documents: [main, ...streams.values()].map(({ document }) => document),
});
/** Compares walks in a process of its own, some at once, in their order. @throws DomainError input.too_costly */
export async function* compareWalks(
  ctx: Pick<EnterpriseContext, 'confined'>,
  was: RunningVersion,
  draft: RunningVersion,
  walks: readonly PastWalk[],
): AsyncGenerator<Compared> {
  const given = { was: toPlayed(was), draft: toPlayed(draft) };
  let open: string[] = [];
  let bytes = 0;
  for (const [place, walk] of walks.entries()) {
    const json = JSON.stringify(walk);
    open.push(json);
    bytes += json.length;
    if (bytes < mostBytes && place < walks.length - 1) continue;
    yield* await ctx.confined.run(compareTask, { ...given, walks: open });
    open = [];
    bytes = 0;
  }
}
