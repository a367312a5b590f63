import type { JourneyReplay } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { calendarsOf, compileWith, pinInside, readKnown } from '../document/journey.compiled.ts';
import { type RunningVersion, VersionCache } from '../row/instance.versions.ts';
import { countWalks, type Place } from './past.repository.ts';
import { readWalks } from './replay.read.ts';
import { findReplay } from './replay.repository.ts';
import { tellReplay } from './replay.service.ts';
import { Tally } from './replay.tally.ts';
import { compareWalks } from './replay.task.ts';

const dayMs = 86_400_000;

/** Limits of one replay before it says that it was cut off. @property atOnce in memory: each may have a megabyte of inputs */
export type ReplayLimits = { walks: number; seconds: number; atOnce: number };
const replayLimits: ReplayLimits = { walks: 10_000, seconds: 60, atOnce: 50 };

/** The draft, as a version that nobody is in. */
async function readDraft(tx: Read, enterpriseId: string, journeyId: string): Promise<RunningVersion & { revision: number }> {
  const row = await accessJourney(tx, enterpriseId, journeyId);
  const document = readKnown(row.document);
  const pinned = await pinInside(tx, enterpriseId, document);
  const compiled = await compileWith(tx, enterpriseId, document, pinned);
  return {
    journeyId,
    version: 0,
    name: row.name,
    compiled,
    pinned,
    nodeNumbers: new Map(),
    channels: [],
    templates: [],
    calendars: calendarsOf([document, ...[...compiled.streams.values()].map((stream) => stream.document)]),
    revision: row.revision,
  };
}

/** Plays what a stream's row asks for, a batch in memory at a time, and tells how far it is. It changes nothing but that row. */
export async function runReplay(
  ctx: EnterpriseContext,
  { secrets }: { secrets: Secrets },
  journeyId: string,
  limits: ReplayLimits = replayLimits,
): Promise<void> {
  const { enterpriseId } = ctx;
  const asked = await ctx.read((tx) => findReplay(tx, enterpriseId, journeyId));
  if (asked?.replay.state !== 'running') return;
  let { replay } = asked;
  try {
    const until = performance.now() + limits.seconds * 1000;
    const since = new Date(Date.parse(replay.startedAt) - replay.days * dayMs);
    const { was, draft, walks } = await ctx.read(async (tx) => {
      const running = await new VersionCache().load(tx, enterpriseId, journeyId, replay.version);
      const walks = await countWalks(tx, enterpriseId, running, since);
      return { was: running, draft: await readDraft(tx, enterpriseId, journeyId), walks };
    });
    // Both are played, each with the hours that it waits for.
    const both = { ...was, calendars: [...new Set([...was.calendars, ...draft.calendars])] };
    const tally = new Tally(was, draft);
    // The next worker begins again after one was killed.
    replay = { ...replay, ...tally.counts(), walks, revision: draft.revision };
    for (let after: Place | undefined; ; ) {
      const most = Math.min(limits.atOnce, limits.walks - replay.looked);
      const batch = await ctx.read((tx) => readWalks(ctx, tx, { secrets, running: both, since, after, most }));
      let place = 0;
      for await (const compared of compareWalks(ctx, was, draft, batch)) {
        tally.add(batch[place] as (typeof batch)[number], compared);
        place += 1;
      }
      after = batch.at(-1);
      replay = { ...replay, ...tally.counts() };
      const isOver = batch.length < most || replay.looked >= limits.walks;
      const isLate = performance.now() >= until;
      if (isOver || isLate) {
        const cut: JourneyReplay['cut'] = replay.looked >= walks ? '' : isOver ? 'walks' : 'time';
        await tellReplay(ctx, journeyId, { ...replay, cut, state: 'done', finishedAt: ctx.now().toISOString() });
        return;
      }
      if (!(await tellReplay(ctx, journeyId, replay))) return;
    }
  } catch (error) {
    await tellReplay(ctx, journeyId, { ...replay, state: 'failed', finishedAt: ctx.now().toISOString() });
    throw error;
  }
}
