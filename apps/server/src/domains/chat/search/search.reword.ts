import type { Tx } from '#platform/db/database.ts';
import { lockSearch, removeFromSearch } from '../record/entry.erase.ts';
import { type Entry, findNewEntry, insertSearch } from './search.repository.ts';
import { searchWords } from './search.words.ts';

/** The search follows an entry whose words were changed: it finds the new ones at once, and the former ones no more. */
export async function rewordSearch(tx: Tx, enterpriseId: string, entry: Entry, message: string): Promise<void> {
  await lockSearch(tx, enterpriseId);
  await removeFromSearch(tx, enterpriseId, [entry]);
  const found = await findNewEntry(tx, enterpriseId, entry);
  if (found) await insertSearch(tx, enterpriseId, [{ ...found, words: searchWords(message) }]);
}
