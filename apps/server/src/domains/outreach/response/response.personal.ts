import { type PersonalData, personalRows, type RetainedData, stepOf } from '../../../personal-data.ts';
import { blankOldTexts, blankResponsesOf, countOldTexts, selectResponsesOf } from './personal.repository.ts';

export const responsesOfPerson: PersonalData = personalRows({
  kind: 'responses',
  tables: ['activityResponses'],
  rows: selectResponsesOf,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await blankResponsesOf(tx, person, limit), limit),
});

/** Texts of responses go with those of messages; who responded stays. */
export const retainedResponses: RetainedData = {
  kind: 'responses',
  setting: 'logs',
  count: (tx, enterpriseId, before, _mark, most) => countOldTexts(tx, enterpriseId, before, most),
  erase: async (ctx, tx, before, { limit }) => stepOf(await blankOldTexts(tx, ctx.enterpriseId, before, limit), limit),
};
