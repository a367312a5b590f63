import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { channelUses, templateUses } from '../../channel/door.ts';
import { contentDisposition } from '../../file/door.ts';
import { exportJourney, importJourney } from '../journey-file/journey.file.ts';
import {
  addButton,
  addMilestone,
  listMilestones,
  readButton,
  readMilestone,
  removeButton,
  removeMilestone,
  saveButton,
  saveMilestone,
} from './encap.edit.ts';
import { accessEncap, getEncap, readEncaps, readLogger, readProperties } from './encap.query.ts';
import { encapRecord } from './encap.record.ts';
import { addEncap, createEncap, deleteEncap, retireEncap, saveLogger, saveProperties } from './encap.service.ts';
import { listReachingBy, nameReachingOn } from './reach.repository.ts';

const { encaps } = endpoints;

/** Encaps: streams on a page of their own. Their drawing, versions and tests are those of streams. */
export const encap: Module = {
  name: 'encap',
  records: [encapRecord],
  extensions: [
    extend(templateUses, async (tx, enterpriseId, ids) =>
      (await listReachingBy(tx, enterpriseId, ids)).map(({ name, ...use }) => ({ ...use, source: 'JOURNEY', name })),
    ),
    extend(channelUses, { listNaming: nameReachingOn }),
  ],
  routes(app, deps) {
    route(app, encaps.list, (ctx, { query }) => readEncaps(ctx, query));
    route(app, encaps.create, async (ctx, { body }) => answer(await createEncap(ctx, body), 'The encap is created.'));
    route(app, encaps.import, async (ctx, { request }) =>
      answer(
        await importJourney(ctx, deps, request, { kind: 'encap', add: (tx, journeyId) => addEncap(tx, ctx.enterpriseId, journeyId) }),
        'The encap is imported.',
      ),
    );
    route(app, encaps.get, (ctx, { params }) => getEncap(ctx, params.encapId));
    route(app, encaps.remove, async (ctx, { params }) => {
      await deleteEncap(ctx, params.encapId);
      return answer(null, 'The encap is in the bin.');
    });
    route(app, encaps.export, async (ctx, { params, reply }) => {
      await ctx.read((tx) => accessEncap(tx, ctx.enterpriseId, params.encapId));
      const { name, content } = await exportJourney(ctx, params.encapId);
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('document', `${name}.parley`))
        .send(content);
    });
    route(app, encaps.properties, (ctx, { params }) => readProperties(ctx, params.encapId));
    route(app, encaps.saveProperties, async (ctx, { params, body }) =>
      answer(await saveProperties(ctx, params.encapId, body), 'The properties are saved.'),
    );
    route(app, encaps.retire, async (ctx, { params, body }) =>
      answer(await retireEncap(ctx, params.encapId, body), body.isRetired ? 'The encap is retired.' : 'The encap is back.'),
    );
    route(app, encaps.logger, (ctx, { params }) => readLogger(ctx, params.encapId));
    route(app, encaps.saveLogger, async (ctx, { params, body }) => answer(await saveLogger(ctx, params.encapId, body), 'The log is set.'));
    route(app, encaps.milestones, (ctx, { params }) => listMilestones(ctx, params.encapId));
    route(app, encaps.addMilestone, async (ctx, { params, body }) =>
      answer(await addMilestone(ctx, params.encapId, body), 'The milestone is added.'),
    );
    route(app, encaps.milestone, (ctx, { params }) => readMilestone(ctx, params.encapId, params.milestoneId));
    route(app, encaps.saveMilestone, async (ctx, { params, body }) =>
      answer(await saveMilestone(ctx, params, body), 'The milestone is saved.'),
    );
    route(app, encaps.removeMilestone, async (ctx, { params, query }) =>
      answer(await removeMilestone(ctx, params, query.revision), 'The milestone is taken away.'),
    );
    route(app, encaps.button, (ctx, { params }) => readButton(ctx, params.id));
    route(app, encaps.addButton, async (ctx, { params, body }) => answer(await addButton(ctx, params.id, body), 'The button is added.'));
    route(app, encaps.saveButton, async (ctx, { params, body }) => answer(await saveButton(ctx, params.id, body), 'The button is saved.'));
    route(app, encaps.removeButton, async (ctx, { params, query }) =>
      answer(await removeButton(ctx, params.id, query.revision), 'The button is taken away.'),
    );
  },
};
