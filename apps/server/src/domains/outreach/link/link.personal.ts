import { type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import { blankLinksOf, selectLinksOf } from './personal.repository.ts';

/** The targets of a person's links may name them. They lead nowhere from now on; the fact that one was opened stays counted. */
export const linksOfPerson: PersonalData = personalRows({
  kind: 'shortLinks',
  tables: ['shortLinks', 'linkClicks'],
  rows: selectLinksOf,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await blankLinksOf(tx, person, limit), limit),
});
