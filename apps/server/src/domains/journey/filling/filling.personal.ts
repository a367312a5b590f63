import { type PersonalData, personalRows } from '../../../personal-data.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';
import { blankOfPerson, giveForms, listFilesOfPerson, rowsOfPerson } from './personal.repository.ts';

/** Forms that a person has filled in. */
export const formsOfPerson: PersonalData = personalRows({
  kind: 'forms',
  tables: ['formFillings', 'formAnswers'],
  rows: rowsOfPerson,
  listFiles: listFilesOfPerson,
  async erase(ctx, tx, person, { limit }) {
    const erased = await blankOfPerson(tx, person, limit, ctx.now());
    return { erased, more: erased >= limit };
  },
});

export const formsOfCustomer: CustomerTrace = { move: giveForms };
