import { type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';
import { blankLinks, giveLinks, linksOfPerson } from './links.personal.repository.ts';

/** Pages that were made for a person. */
export const pagesOfPerson: PersonalData = personalRows({
  kind: 'pages',
  tables: ['encapLinks', 'pageCodes', 'pageSessions', 'encapReminders'],
  rows: linksOfPerson,
  erase: async (ctx, tx, person, { limit }) => stepOf(await blankLinks(tx, person, limit, ctx.now()), limit),
});

export const pagesOfCustomer: CustomerTrace = { move: giveLinks };
