import { defineRecord } from '#platform/audit/record.ts';
import { type BoardRow, findBoard } from './board.repository.ts';

/** Ids of owner and departments: they are renamed, and named by their own entries. */
const snapshotOf = ({ name, tiles, ownerId, audience, deptIds, isShared }: BoardRow) => ({
  name,
  tiles: JSON.stringify(tiles),
  owner: ownerId,
  audience,
  departments: deptIds.join(', '),
  isShared,
});

export const boardRecord = defineRecord({
  kind: 'board',
  module: 'chat',
  tables: ['boards'],
  fields: { name: 'plain', tiles: 'long', owner: 'plain', audience: 'plain', departments: 'plain', isShared: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findBoard(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/boards/${id}`,
});
