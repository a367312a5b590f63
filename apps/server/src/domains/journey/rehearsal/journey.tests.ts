import type { JourneyTest } from '@parley/contract';
import { fieldError } from '@parley/contract';
import { TestCase } from '@parley/journey';
import { changing } from '#platform/audit/trail.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readKnownHours } from '../../account/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { calendarsOf, readInside } from '../document/journey.compiled.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { concealed } from './journey.conceal.ts';
import { deleteTest, findTests, insertTests, measureOthers, type StoredTest } from './test-case.repository.ts';

/** Saved conversations of one stream. */
export const mostTests = 200;
/** Limit of all conversations together, so that they can be played at once */
const mostTestBytes = 8 * 1024 * 1024;

const present = ({ testId, test, updatedAt, updaterName }: StoredTest): JourneyTest => ({
  id: testId,
  name: test.name,
  test,
  updatedOn: updatedAt.toISOString(),
  updatedBy: updaterName,
});

export const listTests = (ctx: Ctx, journeyId: string): Promise<{ tests: JourneyTest[] }> =>
  ctx.read(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId);
    return { tests: (await findTests(tx, ctx.enterpriseId, journeyId)).map(present) };
  });

/** @throws DomainError request.invalid with the field of the test that is wrong, or journey.tests_full */
export async function saveTest(ctx: Ctx, journeyId: string, testId: string, given: unknown): Promise<JourneyTest> {
  const { document, inside, hours } = await ctx.read(async (tx) => {
    const found = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const inside = await readInside(tx, ctx.enterpriseId, found.document);
    const asked = calendarsOf([found.document, ...inside.map((one) => one.document)]);
    return { document: found.document, inside, hours: (await readKnownHours(tx, ctx.enterpriseId, asked))(null) };
  });
  const streams = new Map(inside.map((one) => [one.journeyId, one.document]));
  const [test] = (await concealed(ctx, { document, inside: streams, hours }, [readTest(testId, given)])) as [TestCase];
  return ctx.transaction(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    const others = await measureOthers(tx, ctx.enterpriseId, journeyId, testId);
    if (others.count >= mostTests)
      throw new DomainError('journey.tests_full', `A stream has at most ${mostTests} saved conversations.`, { maximum: mostTests });
    if (others.bytes + Buffer.byteLength(JSON.stringify(test)) > mostTestBytes)
      throw new DomainError('journey.tests_full', 'The saved conversations of a stream have at most 8 MB.', { maximum: mostTests });
    await changing(ctx, tx, journeyRecord, journeyId, 'edit', () =>
      insertTests(tx, { enterpriseId: ctx.enterpriseId, journeyId, by: ctx.actor.userId, at: ctx.now() }, [test]),
    );
    const saved = (await findTests(tx, ctx.enterpriseId, journeyId)).find(({ testId: id }) => id === testId);
    return present(saved as StoredTest);
  });
}

function readTest(testId: string, given: unknown): TestCase {
  const read = TestCase.safeParse(given);
  if (read.success && read.data.id === testId) return read.data;
  const issue = read.success ? undefined : read.error.issues[0];
  throw invalidRequest(fieldError(`test.${issue?.path.join('.') ?? 'id'}`, 'value.invalid'));
}

/** @throws DomainError journey.test_not_found */
export const removeTest = (ctx: Ctx, journeyId: string, testId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessJourney(tx, ctx.enterpriseId, journeyId, { lock: true });
    await changing(ctx, tx, journeyRecord, journeyId, 'edit', async () => {
      if (!(await deleteTest(tx, ctx.enterpriseId, journeyId, testId)))
        throw new DomainError('journey.test_not_found', 'No such saved conversation.', {});
    });
  });
