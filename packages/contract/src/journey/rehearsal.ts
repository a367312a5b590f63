import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Instant, text } from '../fields.ts';
import { z } from '../z.ts';
import { JourneyDocument, JourneyParams, journeyEditors, journeyReaders, journeysPath, journeysTag } from './journey-shared.ts';

/** A saved conversation of a stream: `test` is what packages/journey calls a TestCase. */
export const JourneyTest = z.object({ id: z.string(), name: z.string(), test: JourneyDocument, updatedOn: Instant, updatedBy: z.string() });
export type JourneyTest = z.infer<typeof JourneyTest>;
const TestParams = JourneyParams.extend({ testId: text(20) });

/**
 * Difference of a conversation from its recording. `expected` and `found` are, by kind: an exit, a node, a text by its pattern, a value as
 * JSON, a state with its outcome; null: none.
 */
export const RehearsalDifference = z.object({
  turn: z.number(),
  kind: z.enum(['exit', 'node', 'text', 'variable', 'end']),
  stream: z.string(),
  node: z.string(),
  name: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type RehearsalDifference = z.infer<typeof RehearsalDifference>;

export const RehearsalResult = z.object({
  fingerprint: z.string(),
  tests: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPassed: z.boolean(),
      failures: z.array(z.object({ expectation: z.number(), found: z.string() })),
      differences: z.array(RehearsalDifference),
      turns: z.array(
        z.object({
          shown: z.array(z.string()),
          visits: z.array(z.object({ stream: z.string(), node: z.string(), exit: z.string().nullable() })),
          standing: z.object({ state: z.string(), reason: z.string(), outcome: z.string() }),
        }),
      ),
    }),
  ),
  coverage: z.object({
    nodes: z.number(),
    nodesCovered: z.number(),
    exits: z.number(),
    exitsCovered: z.number(),
    missed: z.array(z.string()),
  }),
});
export type RehearsalResult = z.infer<typeof RehearsalResult>;

/** Saved conversations of a stream, and what comes of them. */
export const rehearsalEndpoints = {
  tests: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/tests`,
    summary: 'Saved conversations of a stream',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: JourneyParams,
    answer: z.object({ tests: z.array(JourneyTest) }),
  }),
  saveTest: defineEndpoint({
    method: 'PUT',
    path: `${journeysPath}/:journeyId/tests/:testId`,
    summary: 'Save a conversation under its own id',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    isForDesigner: true,
    params: TestParams,
    body: z.object({ test: JourneyDocument }),
    answer: JourneyTest,
  }),
  removeTest: defineEndpoint({
    method: 'DELETE',
    path: `${journeysPath}/:journeyId/tests/:testId`,
    summary: 'Delete a saved conversation',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    isForDesigner: true,
    params: TestParams,
    answer: z.null(),
  }),
  rehearse: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/rehearse`,
    summary: 'Play every saved conversation on the draft, in memory: nothing is sent',
    audit: leavesNothing('it plays in memory'),
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    perMinute: 60,
    params: JourneyParams,
    answer: RehearsalResult,
  }),
};
