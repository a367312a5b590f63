import { boundMemory } from '#platform/jobs/memory.ts';
import { listFiles, removeFiles } from '../../file/door.ts';
import { type MoveRow, updateMove } from '../move/move.repository.ts';
import type { ReadGroup, ReadPlace } from '../moving-source/source.read.ts';
import { readExport } from '../moving-source/source.task.ts';
import { storeGroup } from './moving.store.ts';
import { isOver, MoveFailed, step, type Turn } from './moving.turn.ts';

const mostWarnings = 200;

/** Writes a group and the place behind it: they are one transaction, so that another worker goes on exactly there. */
export const takeGroup = (turn: Turn, group: ReadGroup, place: object): Promise<MoveRow> =>
  step(turn, async (tx, move) => {
    const { records, messages } = await storeGroup(tx, move, group);
    const change = {
      place: JSON.stringify(place),
      readCount: move.readCount + records,
      messageCount: move.messageCount + messages,
      warnings: JSON.stringify([...move.warnings, ...group.warnings].slice(0, mostWarnings)),
      attempts: 0,
      nextAt: null,
    };
    await updateMove(tx, move, change);
    return { ...move, readCount: change.readCount, messageCount: change.messageCount };
  });

/** All is read: files and token are needed no more. */
export const endReading = (turn: Turn): Promise<void> =>
  step(turn, async (tx, move) => {
    if (move.readCount === 0) throw new MoveFailed('Nothing was found in it. Is it an export of the product that was chosen?');
    await removeFiles(
      tx,
      move.enterpriseId,
      move.files.map(({ id }) => id),
    );
    await updateMove(tx, move, { phase: 'planning', apiToken: null, stage: 'parts', stageAfter: '' });
  });

/** Reads on, for as long as the turn lasts. @returns whether everything is read */
export async function readFiles(turn: Turn): Promise<boolean> {
  const { ctx, row } = turn;
  const stored = await ctx.read((tx) =>
    listFiles(
      tx,
      row.enterpriseId,
      row.files.map(({ id }) => id),
    ),
  );
  const borrowed: { path: string; release: () => Promise<void> }[] = [];
  try {
    const files: { path: string; name: string }[] = [];
    for (const { id, name } of row.files) {
      const file = stored.find(({ fileId }) => fileId === id);
      if (!file) throw new MoveFailed('A file of it is gone.');
      const local = await ctx.files.borrow(file.sha256);
      borrowed.push(local);
      files.push({ path: local.path, name });
    }
    const place: ReadPlace = { entry: 0, record: 0, ...(row.place as Partial<ReadPlace>) };
    // The next group is read while one is written.
    let writing: Promise<unknown> = Promise.resolve();
    for await (const group of ctx.confined.stream(readExport, { source: row.source, files, place })) {
      await writing;
      boundMemory();
      writing = takeGroup(turn, group, group.place);
      writing.catch(() => {}); // awaited by the next round
      if (isOver(turn)) {
        await writing;
        return false;
      }
    }
    await writing;
  } finally {
    for (const { release } of borrowed) await release();
  }
  await endReading(turn);
  return true;
}
