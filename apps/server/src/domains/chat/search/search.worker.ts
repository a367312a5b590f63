import { newId } from '#platform/ids.ts';
import { installationId, takeLease, type Work } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type FoundEntry, findUnsearched, insertSearch, noteLookedTo, readLookedTo, readUnsearched } from './search.repository.ts';
import { searchWords } from './search.words.ts';

const everyMs = 1000;
const holdMs = 5000;
const atOnce = 1000;
const longestRunMs = 4000; // shorter than the lease
const windowMs = 24 * 3_600_000; // of history, which a new installation of the search reads day by day
/** Entries are dated before their commit: what was under way at the last look is found by the next ones. */
const overlapMs = 10_000;
const longOverlapMs = 10 * 60_000;
const longEveryMs = 60_000;

const work: Work = { enterpriseId: installationId, work: 'search', workId: installationId };

/**
 * Writes the words of messages for the search, a second behind them. One worker at a time has the lease; should two of them overlap, each
 * entry is still written once.
 */
export function writeSearch(deps: Deps): () => Promise<void> {
  const holderId = newId();
  let longLookAt = 0;
  const run = async () => {
    const lease = await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, work, holdMs, holderId));
    if (!lease) return;
    const isLong = deps.now().getTime() - longLookAt >= longEveryMs;
    await catchUp(deps, isLong ? longOverlapMs : overlapMs);
    if (isLong) longLookAt = deps.now().getTime();
  };
  return scheduleTask(everyMs, run, (error) => deps.log.warn({ err: error }, 'words of messages could not be written for the search'));
}

/** Reads on from where the last look ended, up to now or for as long as a look may take. */
export async function catchUp(deps: Deps, behindMs: number): Promise<void> {
  const began = Date.now();
  let looked = await readLookedTo(deps.db);
  for (;;) {
    const now = deps.now();
    const until = new Date(Math.min(now.getTime(), looked.getTime() + windowMs));
    const found = await findUnsearched(deps.db, new Date(looked.getTime() - behindMs), until, atOnce);
    for (const [enterpriseId, entries] of Map.groupBy(found, (entry) => entry.enterpriseId)) await writeSome(deps, enterpriseId, entries);
    if (found.length < atOnce) {
      await noteLookedTo(deps.db, until);
      if (until >= now) return;
      looked = until;
    }
    if (Date.now() - began > longestRunMs) return;
  }
}

/** An entry that cannot be written holds up no other, of its enterprise or of others: it is noted without words. */
async function writeSome(deps: Deps, enterpriseId: string, entries: readonly FoundEntry[]): Promise<void> {
  try {
    await writeWords(deps, enterpriseId, entries);
  } catch (error) {
    if (entries.length > 1) {
      for (const entry of entries) await writeSome(deps, enterpriseId, [entry]);
      return;
    }
    const [entry] = entries;
    deps.log.error(
      { err: error, chatId: entry?.chatId, number: entry?.number },
      'the words of a message could not be written for the search',
    );
    await enterpriseContext(deps, enterpriseId)
      .transaction((tx) =>
        insertSearch(
          tx,
          enterpriseId,
          entries.map((found) => ({ ...found, words: [] })),
        ),
      )
      .catch(() => {});
  }
}

const writeWords = (deps: Deps, enterpriseId: string, entries: readonly FoundEntry[]): Promise<void> =>
  enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
    const texts = await readUnsearched(tx, enterpriseId, entries);
    await insertSearch(
      tx,
      enterpriseId,
      texts.map(({ message, ...entry }) => ({ ...entry, words: searchWords(message) })),
    );
  });
