import { type ChatSide, mostSides } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { listSidesAfter, listSidesBefore, presentSide, type SideReader } from './side.repository.ts';

export type SidesPage = { after?: number | undefined; sidesAfter?: number | undefined; sidesBefore?: number | undefined };

/**
 * Reads the side lines beside a page of a chat's entries: those since a number, or those of the page's time. A page's time with more lines than
 * one answer holds is read on with the page above it.
 * @param since the time of the page's first entry; null: the page begins with the chat
 */
export async function readSides(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  reader: SideReader,
  { after, sidesAfter, sidesBefore }: SidesPage,
  since: Date | null,
): Promise<{ lines: ChatSide[]; hasOlder: boolean }> {
  if (sidesAfter !== undefined)
    return { lines: (await listSidesAfter(tx, enterpriseId, chatId, reader, sidesAfter, mostSides)).map(presentSide), hasOlder: false };
  if (after !== undefined) return { lines: [], hasOlder: false };
  const rows = await listSidesBefore(tx, enterpriseId, chatId, reader, { before: sidesBefore, since, most: mostSides });
  return { lines: rows.map(presentSide), hasOlder: rows.length === mostSides && (rows[0]?.sideNo ?? 1) > 1 };
}
