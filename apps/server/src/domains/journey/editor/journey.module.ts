import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { templateChanges } from '../../channel/door.ts';
import { contentDisposition } from '../../file/door.ts';
import { checkDraft } from '../check/journey.check.ts';
import { listInside } from '../document/journey.compiled.ts';
import { draftChanged } from '../document/journey.events.ts';
import { listExamples } from '../document/journey.examples.ts';
import { finishMove, holdPaused } from '../document/journey.jobs.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { updateCardInDrafts } from '../journey/journey.cards.ts';
import { editDraft, leaseDraft, readDraft, releaseDraft } from '../journey/journey.draft.ts';
import { getJourney, listJourneys } from '../journey/journey.query.ts';
import { cloneJourney, createJourney, updateJourney } from '../journey/journey.service.ts';
import { getVersion, listVersions, restoreVersion } from '../journey/journey.versions.ts';
import { exportJourney, importJourney } from '../journey-file/journey.file.ts';
import { moveToVersion } from '../merge/instance.move.ts';
import { publishJourney } from '../publish/journey.publish.ts';
import { holdIfPaused, pauseJourney, resumeJourney } from '../publish/journey.state.ts';
import { pauseForTemplate } from '../publish/journey.template.ts';
import { heldByStreams } from '../reference/journey.held.ts';
import { listRefs } from '../reference/journey.refs.ts';
import { rehearseDraft } from '../rehearsal/journey.rehearsal.ts';
import { listTests, removeTest, saveTest } from '../rehearsal/journey.tests.ts';
import { deleteJourney, journeyBin } from './journey.bin.ts';
import { readDetails } from './journey.details.ts';
import { streamsLeft } from './journey.work.ts';

const { journeys } = endpoints;

/** Streams as they are written: drafts, versions and saved conversations. */
export const journey: Module = {
  name: 'journey',
  events: [draftChanged],
  records: [withBin(journeyRecord, journeyBin)],
  extensions: [...heldByStreams, extend(templateChanges, pauseForTemplate), streamsLeft],
  jobs: [finishMove, holdPaused],
  routes(app, deps) {
    route(app, journeys.list, (ctx, { query }) => listJourneys(ctx, query));
    route(app, journeys.examples, async () => ({ examples: listExamples() }));
    route(app, journeys.create, async (ctx, { body }) => answer(await createJourney(ctx, body), 'The stream is created.'));
    route(app, journeys.import, async (ctx, { request }) => answer(await importJourney(ctx, deps, request), 'The stream is imported.'));
    route(app, journeys.get, (ctx, { params }) => getJourney(ctx, params.journeyId));
    route(app, journeys.update, async (ctx, { params, body }) =>
      answer(await updateJourney(ctx, params.journeyId, body), 'The stream is saved.'),
    );
    route(app, journeys.remove, async (ctx, { params, query }) => {
      await deleteJourney(ctx, params.journeyId, query.stopInstances);
      return answer(null, 'The stream is in the bin.');
    });
    route(app, journeys.clone, async (ctx, { params, body }) =>
      answer(await cloneJourney(ctx, params.journeyId, body.name), 'The stream is copied.'),
    );
    route(app, journeys.export, async (ctx, { params, reply }) => {
      const { name, content } = await exportJourney(ctx, params.journeyId);
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('document', `${name}.parley`))
        .send(content);
    });
    route(app, journeys.pause, async (ctx, { params }) => answer(await pauseJourney(ctx, params.journeyId), 'The stream is paused.'));
    route(app, journeys.resume, async (ctx, { params }) => answer(await resumeJourney(ctx, params.journeyId), 'The stream goes on.'));
    route(app, journeys.details, (ctx, { params, query }) => readDetails(ctx, params.id, query.journeyId));

    route(app, journeys.draft, (ctx, { params }) => readDraft(ctx, params.journeyId));
    route(app, journeys.inside, (ctx, { params }) => listInside(ctx, params.journeyId));
    route(app, journeys.updateCards, async (ctx, { params }) =>
      answer(await updateCardInDrafts(ctx, params.cardId), 'The drafts are updated.'),
    );
    route(app, journeys.edits, (ctx, { params, body }) => editDraft(ctx, params.journeyId, body));
    route(app, journeys.lease, (ctx, { params, body }) => leaseDraft(ctx, params.journeyId, body.takeOver));
    route(app, journeys.release, async (ctx, { params }) => {
      await releaseDraft(ctx, params.journeyId);
      return null;
    });
    route(app, journeys.refs, (ctx, { params, query }) => listRefs(ctx, params.journeyId, query));
    route(app, journeys.check, (ctx, { params }) => checkDraft(ctx, params.journeyId));
    route(app, journeys.tests, (ctx, { params }) => listTests(ctx, params.journeyId));
    route(app, journeys.saveTest, (ctx, { params, body }) => saveTest(ctx, params.journeyId, params.testId, body.test));
    route(app, journeys.removeTest, async (ctx, { params }) => {
      await removeTest(ctx, params.journeyId, params.testId);
      return null;
    });
    route(app, journeys.rehearse, (ctx, { params }) => rehearseDraft(ctx, params.journeyId));

    route(app, journeys.versions, (ctx, { params }) => listVersions(ctx, params.journeyId));
    route(app, journeys.version, (ctx, { params }) => getVersion(ctx, params.journeyId, params.version));
    route(app, journeys.publish, async (ctx, { params, body }) =>
      answer(await publishJourney(ctx, deps, params.journeyId, body), 'The stream is published.'),
    );
    route(app, journeys.restore, async (ctx, { params, body }) =>
      answer(await restoreVersion(ctx, params.journeyId, params.version, body.revision), 'The version is the draft again.'),
    );
  },
  async work(deps) {
    await deps.jobs.handle(holdPaused, ({ enterpriseId, journeyId }) => holdIfPaused(enterpriseContext(deps, enterpriseId), journeyId));
    await deps.jobs.handle(finishMove, async ({ enterpriseId, journeyId, version }) => {
      await moveToVersion(enterpriseContext(deps, enterpriseId), deps, journeyId, version);
    });
  },
};
