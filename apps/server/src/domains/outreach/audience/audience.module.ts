import { Readable } from 'node:stream';
import { endpoints, importLimitBytes } from '@parley/contract';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import { route } from '#platform/http/route.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { type Reading, readingOf, shownAddress } from '../../customer/door.ts';
import { contentDisposition, readFilePart } from '../../file/door.ts';
import { addAudienceFile, getAudienceFile, readFileRows } from '../audience-file/audience.file.ts';
import { readAudienceFile } from '../audience-file/audience.jobs.ts';
import { type BadRow, listBadRows } from '../audience-file/row.repository.ts';
import { audienceRowsOfPerson } from './audience.personal.ts';
import { countAsked, listPeople } from './audience.service.ts';

const { audiences } = endpoints;
const batch = 2000;

function badRows(ctx: EnterpriseContext, fileId: string, reading: Reading): AsyncGenerator<string> {
  const columns: CsvColumn<BadRow>[] = [
    { header: 'Row', value: ({ number }) => String(number) },
    { header: 'Number', value: ({ given }) => shownAddress(given, reading) },
    { header: 'Reason', value: ({ fault }) => fault },
  ];
  return csvFile(columns, (last) => ctx.read((tx) => listBadRows(tx, ctx.enterpriseId, fileId, last?.number ?? 0, batch)));
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
