import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { formReaders } from './form.ts';
import { journeyReaders } from './journey-shared.ts';

const tag = 'Designer';
/** Documents that a frame of the designer can be opened for; a flow screen is one screen of a form. */
export const designerKinds = ['journey', 'form', 'flow'] as const;
export type DesignerKind = (typeof designerKinds)[number];
/** Readers of reports see the funnel drawn on the stream. */
export const streamFrameReaders = [...journeyReaders, ...screens.journeyReports.permissions] as const;
const designerReaders = [...new Set([...streamFrameReaders, ...formReaders])];
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
    query: z.object({ kind: z.enum(designerKinds).default('journey'), id: Id, screenId: text(64).default('') }),
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
