import read, { type ReadGroup, type ReadInput } from './source.read.ts';

/** One page of an API as one group. */
export default async function readPage(input: ReadInput): Promise<ReadGroup> {
  for await (const group of read(input)) return group;
  return { records: [], place: { entry: 0, record: 0 }, warnings: [] };
}
