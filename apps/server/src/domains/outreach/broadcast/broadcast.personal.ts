import { type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import { blankNumbersOf, selectBroadcastsOf } from './broadcast.repository.ts';

/** Numbers that were typed into a broadcast: their places stay, so that the audience counts as it did. */
export const broadcastsOfPerson: PersonalData = personalRows({
  kind: 'broadcasts',
  tables: ['broadcasts'],
  rows: selectBroadcastsOf,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await blankNumbersOf(tx, person), limit),
});
