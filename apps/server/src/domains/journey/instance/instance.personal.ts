import { type PersonalData, personalRows } from '../../../personal-data.ts';
import { stopNow } from '../start/instance.stop.ts';
import { blank, deletePersonStarts, deleteTraces, lockWalks, rowsOfPerson } from './personal.repository.ts';

/** Walks through streams, with what was answered and found there; the counts of reports stay. */
export const instancesOfPerson: PersonalData = personalRows({
  kind: 'journeys',
  // An event is nobody's until a walk hears it, and is gone within a day.
  tables: ['journeyStarts', 'journeyInstances', 'journeyTurns', 'journeyInputs', 'journeyPastInputs', 'journeyCalls', 'journeyEvents'],
  rows: rowsOfPerson,
  async erase(ctx, tx, person, { limit }) {
    await deletePersonStarts(tx, person);
    const ids = await lockWalks(tx, person, limit);
    if (ids.length === 0) return { erased: 0, more: false };
    await stopNow({ enterpriseId: person.enterpriseId, now: ctx.now }, tx, ids, 'ERASED');
    await deleteTraces(tx, person.enterpriseId, ids);
    await blank(tx, person.enterpriseId, ids, ctx.now());
    return { erased: ids.length, more: ids.length >= limit };
  },
});
