import { Id, Version } from '../fields.ts';
import { z } from '../z.ts';

/**
 * Streams: what the specification calls journeys. Documents travel as they are kept (`parley.journey`); the server and the designer read them
 * by the same package, which knows their schema. `revision` rises with each change of a draft.
 */
export const JourneyDocument = z.record(z.string(), z.unknown());
/** Permissions of which any may read streams */
export const journeyReaders = ['JOURNEYS.VIEW', 'JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.DELETE'] as const;
export const journeyEditors = ['JOURNEYS.EDIT'] as const;

export const journeysPath = '/e/enterprise/journey';
export const journeysTag = 'Streams';
export const JourneyRevision = Version;
export const JourneyParams = z.object({ journeyId: Id });
