import { defineConfined } from '#platform/confined/confined.task.ts';
import type { DataFormat, DataPiece, ReadData } from '../format/data.types.ts';

/** Reads training data of any format: joined by intent, each phrase once, entities checked. */
export const readTrainingData = defineConfined<{ path: string; name: string }, DataPiece>({
  module: new URL('./data.read.ts', import.meta.url),
  timeoutMs: 30_000,
  largestOutputBytes: 64 * 1024 * 1024,
});

export async function collectPieces(pieces: AsyncIterable<DataPiece>): Promise<ReadData & { format: DataFormat }> {
  const data: ReadData & { format: DataFormat } = { format: 'csv', intents: [], entities: [], report: [] };
  for await (const piece of pieces) {
    if (piece.kind === 'head') Object.assign(data, { format: piece.format, outOfScope: piece.outOfScope });
    else if (piece.kind === 'report') data.report.push(...piece.entries);
    else if (piece.kind === 'entity') data.entities.push(piece.entity);
    else if (piece.kind === 'intent') data.intents.push(piece.intent);
    else data.intents.at(-1)?.phrases.push(...piece.phrases);
  }
  return data;
}
