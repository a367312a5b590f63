import { type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import { blankFileRowsOf, selectFileRowsOf } from './personal.repository.ts';

/** Rows of files of numbers: their places stay, so that a file counts as it did; the file itself is an import's. */
export const audienceRowsOfPerson: PersonalData = personalRows({
  kind: 'audienceFiles',
  tables: ['audienceRows', 'audienceFiles'],
  rows: selectFileRowsOf,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await blankFileRowsOf(tx, person, limit), limit),
});
