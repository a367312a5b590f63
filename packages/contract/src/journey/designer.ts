import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { journeyReaders } from './journey-shared.ts';

const tag = 'Designer';
/** Readers of reports see the funnel drawn on the stream. */
const designerReaders = [...journeyReaders, ...screens.journeyReports.permissions] as const;
/** Lifetime of an access, and the interval at which an open frame renews it. */
export const designerAccessSeconds = 900;
export const designerRenewSeconds = 300;

export const designerEndpoints = {
  access: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/designer/access',
    summary: 'An access id for a frame of the designer: one user, one session, one document, 15 minutes (DESIGN-017)',
    tag,
    access: designerReaders,
    perMinute: 120,
    query: z.object({ kind: z.enum(['journey']).default('journey'), id: Id, screenId: text(64).default('') }),
    answer: z.object({ accessId: z.string() }),
  }),
  renew: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/designer/access/renew',
    summary: 'Keep an access for another 15 minutes, as long as the session behind it lasts',
    audit: leavesNothing('an access ends by itself'),
    tag,
    access: designerReaders,
    isForDesigner: true,
    body: z.object({}),
    answer: z.object({ seconds: z.number() }),
    changes: 'own',
  }),
};
