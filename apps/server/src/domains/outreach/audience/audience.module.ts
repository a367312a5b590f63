import { endpoints, importLimitBytes } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { defineExport, exportLists, listOf, sendExport } from '../../account/door.ts';
import { readingOf, shownAddress } from '../../customer/door.ts';
import { readFilePart } from '../../file/door.ts';
import { addAudienceFile, getAudienceFile, readFileRows } from '../audience-file/audience.file.ts';
import { readAudienceFile } from '../audience-file/audience.jobs.ts';
import { type BadRow, listBadRows } from '../audience-file/row.repository.ts';
import { audienceRowsOfPerson } from './audience.personal.ts';
import { countAsked, listPeople } from './audience.service.ts';

const { audiences } = endpoints;
const batch = 2000;

const audienceErrors = defineExport({
  kind: 'audienceErrors',
  download: audiences.badRows,
  access: audiences.getFile,
  async open(ctx, { fileId }) {
    const { name } = await getAudienceFile(ctx, fileId);
    const eyes = readingOf(ctx.actor);
    return listOf({
      name: `${name.replace(/\.csv$/i, '')}_errors.csv`,
      columns: [
        { head: 'Row', value: ({ number }) => number },
        { head: 'Number', value: ({ given }) => shownAddress(given, eyes) },
        { head: 'Reason', value: ({ fault }) => fault },
      ],
      readPage: (last: BadRow | undefined) => ctx.read((tx) => listBadRows(tx, ctx.enterpriseId, fileId, last?.number ?? 0, batch)),
    });
  },
});

export const audience: Module = {
  name: 'audience',
  jobs: [readAudienceFile],
  extensions: [extend(personalData, audienceRowsOfPerson), extend(exportLists, audienceErrors)],
  routes(app) {
    route(app, audiences.count, (ctx, { body }) => countAsked(ctx, body));
    route(app, audiences.people, async (ctx, { body }) => ({ people: await listPeople(ctx, body) }));
    route(app, audiences.addFile, async (ctx, { query, request }) =>
      addAudienceFile(ctx, await readFilePart(request, importLimitBytes), query),
    );
    route(app, audiences.getFile, (ctx, { params }) => getAudienceFile(ctx, params.fileId));
    route(app, audiences.badRows, (ctx, { params, request, reply }) => sendExport(ctx, { request, reply }, audienceErrors, params));
  },
  work: async (deps) => {
    await deps.jobs.handle(readAudienceFile, ({ enterpriseId, fileId }) => readFileRows(enterpriseContext(deps, enterpriseId), fileId));
    return () => Promise.resolve();
  },
};
