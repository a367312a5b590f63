import { Readable } from 'node:stream';
import { endpoints, importLimitBytes } from '@parley/contract';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import { route } from '#platform/http/route.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { type Reading, readingOf, shownAddress } from '../../customer/door.ts';
import { contentDisposition, readFilePart } from '../../file/door.ts';
import { addAudienceFile, getAudienceFile, readFileRows } from './audience.file.ts';
import { readAudienceFile } from './audience.jobs.ts';
import { audienceRowsOfPerson } from './audience.personal.ts';
import { countAsked, listPeople } from './audience.service.ts';

const { audiences } = endpoints;
const batch = 2000;

async function* badRows(ctx: EnterpriseContext, fileId: string, reading: Reading): AsyncGenerator<string> {
  yield headerLine(['Row', 'Number', 'Reason'].map((header) => ({ header })));
  for (let after = 0; ; ) {
    const rows = await ctx.read((tx) =>
      tx
        .selectFrom('audienceRows')
        .select(['number', 'given', 'fault'])
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('fileId', '=', fileId)
        .where('address', '=', '')
        .where('number', '>', after)
        .orderBy('number')
        .limit(batch)
        .execute(),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map(({ number, given, fault }) => `${[String(number), shownAddress(given, reading), fault].map(csvCell).join(',')}\r\n`)
      .join('');
    after = last.number;
  }
}

export const audience: Module = {
  name: 'audience',
  jobs: [readAudienceFile],
  extensions: [extend(personalData, audienceRowsOfPerson)],
  routes(app) {
    route(app, audiences.count, (ctx, { body }) => countAsked(ctx, body));
    route(app, audiences.people, async (ctx, { body }) => ({ people: await listPeople(ctx, body) }));
    route(app, audiences.addFile, async (ctx, { query, request }) =>
      addAudienceFile(ctx, await readFilePart(request, importLimitBytes), query),
    );
    route(app, audiences.getFile, (ctx, { params }) => getAudienceFile(ctx, params.fileId));
    route(app, audiences.badRows, async (ctx, { params, reply }) => {
      const { name } = await getAudienceFile(ctx, params.fileId);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', `${name.replace(/\.csv$/i, '')}_errors.csv`))
        .send(Readable.from(badRows(ctx, params.fileId, readingOf(ctx.actor))));
    });
  },
  work: async (deps) => {
    await deps.jobs.handle(readAudienceFile, ({ enterpriseId, fileId }) => readFileRows(enterpriseContext(deps, enterpriseId), fileId));
    return () => Promise.resolve();
  },
};
