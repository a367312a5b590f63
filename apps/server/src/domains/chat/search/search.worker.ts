import { newId } from '#platform/ids.ts';
import { installationId, takeLease, type Work } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type FoundEntry, findUnsearched, insertSearch, noteLookedTo, readLookedTo, readUnsearched } from './search.repository.ts';
import { searchWords } from './search.words.ts';

const everyMs = 1000;
const holdMs = 5000;
/** Entries of one look: another look asks again for all that it has found. */
const foundAtOnce = 10_000;
const writtenAtOnce = 1000;
const longestRunMs = 4000; // shorter than the lease
const windowMs = 24 * 3_600_000; // of history, which a new installation of the search reads day by day
/**
 * Entries are dated before their commit: what was under way at the last look is found by the next ones. Nearly all are there within a second.
 * Each entry is asked for as often as looks reach back to it, which costs more than to write it: the longer a look, the seldomer it is.
 */
const looksBack: readonly { everyMs: number; behindMs: number }[] = [
  { everyMs: 5 * 60_000, behindMs: 12 * 60_000 },
  { everyMs: 15_000, behindMs: 20_000 },
  { everyMs: 0, behindMs: 2_000 },
];

const work: Work = { enterpriseId: installationId, work: 'search', workId: installationId };

/**
 * Writes the words of messages for the search, a second behind them. One worker at a time has the lease; should two of them overlap, each
 * entry is still written once.
 */
export function writeSearch(deps: Deps): () => Promise<void> {
  const holderId = newId();
  const lookedAt = new Map<number, number>();
  const run = async () => {
    const lease = await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, work, holdMs, holderId));
    if (!lease) return;
    const now = deps.now().getTime();
    const longest = looksBack.find(({ everyMs, behindMs }) => now - (lookedAt.get(behindMs) ?? 0) >= everyMs);
    if (!longest) return;
    // One that ran out of time has not looked back whole, and is made again.
    if (!(await catchUp(deps, longest.behindMs))) return;
    // It has seen what shorter ones would look for.
    for (const { behindMs } of looksBack) if (behindMs <= longest.behindMs) lookedAt.set(behindMs, now);
  };
  return scheduleTask(everyMs, run, (error) => deps.log.warn({ err: error }, 'words of messages could not be written for the search'));
}

/** Reads on from where the last look ended, up to now or for as long as a look may take. @returns whether it came up to now */
export async function catchUp(deps: Deps, behindMs: number): Promise<boolean> {
  const began = Date.now();
  let looked = await readLookedTo(deps.db);
  for (;;) {
    const now = deps.now();
    const until = new Date(Math.min(now.getTime(), looked.getTime() + windowMs));
    const found = await findUnsearched(deps.db, new Date(looked.getTime() - behindMs), until, foundAtOnce);
    for (const [enterpriseId, entries] of Map.groupBy(found, (entry) => entry.enterpriseId))
      for (let from = 0; from < entries.length; from += writtenAtOnce)
        await writeSome(deps, enterpriseId, entries.slice(from, from + writtenAtOnce));
    if (found.length < foundAtOnce) {
      await noteLookedTo(deps.db, until);
      if (until >= now) return true;
      looked = until;
    }
    if (Date.now() - began > longestRunMs) return false;
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
