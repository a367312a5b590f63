import { defineRecord } from '#platform/audit/record.ts';
import type { ImportRow } from './import.repository.ts';

/** A submitted import; a file that was only parsed is none. Its rows are numbers: `countsOf`. */
export const importRecord = defineRecord({
  kind: 'import',
  module: 'customers',
  tables: ['csvImports'],
  fields: {
    file: 'plain',
    state: 'plain',
    headerMapping: 'long',
    replace: 'plain',
    group: 'plain',
    label: 'plain',
    startsStreams: 'plain',
    leavesOut: 'plain',
    country: 'plain',
    dateOrder: 'plain',
    reason: 'plain',
  },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('csvImports')
      .select([
        'fileName as file',
        'phase as state',
        'headerMapping',
        'replaces as replace',
        'groupName as group',
        'labelName as label',
        'startsStreams',
        'leavesOut',
        'country',
        'dateOrder',
        'reason',
      ])
      .where('enterpriseId', '=', enterpriseId)
      .where('importId', '=', id)
      .where('phase', '<>', 'parsed')
      .executeTakeFirst(),
  nameOf: ({ file }) => String(file),
  link: () => '/customer-master/uploads',
});

type Counted = Pick<ImportRow, 'totalLines' | 'acceptedLines' | 'errorLines' | 'createdCount' | 'replacedCount'>;
export const countsOf = ({ totalLines, acceptedLines, errorLines, createdCount, replacedCount }: Counted) => ({
  total: totalLines,
  accepted: acceptedLines,
  errors: errorLines,
  created: createdCount,
  replaced: replacedCount,
});
