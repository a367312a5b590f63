import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { channelsOf } from '../../../channel-right.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { listChannels, listPublished } from '../report/choices.repository.ts';
import { speechExport } from './speech.export.ts';
import { speechRecord } from './speech.record.ts';
import { listLanguages } from './speech.repository.ts';
import { playSpeech, readSpeechFigures, readSpeechList, retrySpeech, saveSpeech } from './speech.service.ts';

const calls = endpoints.speech;
const mostChoices = 1000;

/** Recordings that were written down: how sure the service was, what it cost, and what was made of it. */
export const speechReport: Module = {
  name: 'speech-report',
  records: [speechRecord],
  extensions: [extend(exportLists, speechExport)],
  routes(app, deps) {
    route(app, calls.choices, (ctx) =>
      ctx.read(async (tx) => {
        const streams = await listPublished(tx, ctx.enterpriseId, mostChoices);
        const channels = await listChannels(tx, ctx.enterpriseId, channelsOf(ctx.actor), mostChoices);
        return {
          streams: streams.map(({ id, name }) => ({ id, name })),
          channels: channels.map(({ id, name }) => ({ id, name })),
          languages: await listLanguages(tx, ctx.enterpriseId),
        };
      }),
    );
    route(app, calls.figures, (ctx, { query }) => readSpeechFigures(ctx, query));
    route(app, calls.list, (ctx, { query }) => readSpeechList(ctx, query));
    route(app, calls.play, (ctx, { params }) => playSpeech(ctx, params.speechId));
    route(app, calls.correct, async (ctx, { params, body }) => answer(await saveSpeech(ctx, params.speechId, body), 'The text is saved.'));
    route(app, calls.retry, async (ctx, { params }) => answer(await retrySpeech(ctx, deps, params.speechId), 'It was tried again.'));
    exportRoute(app, deps, speechExport);
  },
};
