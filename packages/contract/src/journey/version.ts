import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, Instant, text } from '../fields.ts';
import { z } from '../z.ts';
import { JourneyItem } from './journey-item.ts';
import {
  JourneyDocument,
  JourneyParams,
  JourneyRevision,
  journeyEditors,
  journeyReaders,
  journeysPath,
  journeysTag,
} from './journey-shared.ts';

const VersionParams = JourneyParams.extend({ version: z.coerce.number().int().min(0).max(1_000_000) });

export const JourneyVersion = z.object({
  version: z.number(),
  note: z.string(),
  by: z.string(),
  at: Instant,
  fingerprint: z.string(),
  nodes: z.number(),
  /** Saved conversations that were played before it was published; `waived`: why it was published although one failed */
  rehearsal: z.object({ passed: z.number(), failed: z.number(), waived: z.string() }),
  running: z.number(),
});
export type JourneyVersion = z.infer<typeof JourneyVersion>;

/** Published versions of a stream, which never change. */
export const versionEndpoints = {
  versions: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/versions`,
    summary: 'Published versions, the newest first',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: JourneyParams,
    answer: z.object({ versions: z.array(JourneyVersion) }),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/versions/:version`,
    summary: 'The document of one version',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: VersionParams,
    answer: JourneyVersion.extend({ document: JourneyDocument }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/publish`,
    summary: 'Make the draft a version; refused while it has errors, or a saved conversation fails and nobody says why it may',
    audit: leaves('journey', 'publish'),
    tag: journeysTag,
    access: journeyEditors,
    params: JourneyParams,
    body: z.object({
      revision: JourneyRevision,
      note: text(500).default(''),
      /** Reason why it is published although a saved conversation fails; '' where all pass */
      waiver: text(500).default(''),
      /** Walks that wait in an older version go on in this one where that is possible */
      moves: formBoolean.default(false),
      /** The rules of the stream begin this version from now on; on a production channel it must be one that was rehearsed */
      rules: formBoolean.default(false),
    }),
    answer: z.object({
      version: JourneyVersion,
      moved: z.number(),
      left: z.array(z.object({ instanceId: Id, reason: z.string() })),
    }),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/versions/:version/restore`,
    summary: 'Make a version the draft again',
    audit: leaves('journey', 'roll_back'),
    tag: journeysTag,
    access: journeyEditors,
    params: VersionParams,
    body: z.object({ revision: JourneyRevision }),
    answer: JourneyItem,
  }),
};
