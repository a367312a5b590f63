import { Readable } from 'node:stream';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import type { Ctx } from '../../../context.ts';
import type { AnyList } from './export.definition.ts';
import { piecesOf } from './export.lines.ts';

export type WrittenFile = { received: ReceivedFile; rows: number; isWhole: boolean };

/**
 * Writes a list into the store, one page in memory at a time. Its bytes belong to nobody until `keep`.
 * @param goesOn is asked after each page with the number of rows so far
 */
export async function writeList(ctx: Ctx, list: AnyList, goesOn: (rows: number) => Promise<boolean> | boolean): Promise<WrittenFile> {
  let rows = 0;
  let isWhole = true;
  async function* bytes() {
    for await (const piece of piecesOf(ctx, list)) {
      rows += piece.rows;
      yield Buffer.from(piece.text);
      if (piece.rows > 0 && !(await goesOn(rows))) {
        isWhole = false;
        return;
      }
    }
  }
  return { received: await ctx.files.receive(Readable.from(bytes())), rows, isWhole };
}
