import { endpoints, templateTexts } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { packables } from '../../../packable.ts';
import { fileHolds } from '../../file/door.sql.ts';
import { fileUsers, sharedFiles } from '../../file/door.ts';
import { templateBin } from '../template/template.bin.ts';
import { templateRecord } from '../template/template.record.ts';
import { isInTemplate, listTemplateFiles, templateFiles } from '../template/template.repository.ts';
import {
  checkTemplateContent,
  cloneTemplate,
  createTemplate,
  getTemplate,
  listTemplates,
  listVariables,
  putTemplateBack,
  registerTemplate,
  updateTemplateContent,
} from '../template/template.service.ts';
import { uploadSample } from '../template/template.upload.ts';
import { packableTemplate } from './template.pack.ts';
import { deleteTemplate, submitTemplate } from './template.submit.ts';
import { syncTemplates } from './template.sync.ts';

const { templates: calls } = endpoints;

export const template: Module = {
  name: 'template',
  records: [
    withBin(
      withPutBack(templateRecord, { fields: ['name', 'language', 'category', 'components', 'extra'], save: putTemplateBack }),
      templateBin,
    ),
  ],
  extensions: [
    extend(sharedFiles, listTemplateFiles),
    extend(fileUsers, templateFiles),
    extend(fileHolds, isInTemplate),
    extend(packables, packableTemplate),
  ],
  routes(app, deps) {
    route(app, calls.list, (ctx, { query }) => listTemplates(ctx, query));
    route(app, calls.get, (ctx, { query }) => getTemplate(ctx, query));
    route(app, calls.variables, async (ctx, { query }) => ({ variables: await listVariables(ctx, query) }));
    route(app, calls.create, async (ctx, { body }) => answer(await createTemplate(ctx, body), templateTexts.saved));
    route(app, calls.update, async (ctx, { params, body }) => {
      const { template: saved, isNewVersion } = await updateTemplateContent(ctx, params.templateId, body);
      return answer(saved, isNewVersion ? templateTexts.newVersion : templateTexts.saved);
    });
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteTemplate(ctx, deps, params.templateId);
      return answer(null, templateTexts.deleted);
    });
    route(app, calls.upload, (ctx, { request }) => uploadSample(ctx, request));
    route(app, calls.check, async (ctx, { body }) => ({ reasons: await checkTemplateContent(ctx, body) }));
    route(app, calls.submit, async (ctx, { params }) =>
      answer(await submitTemplate(ctx, deps, params.templateId), templateTexts.submitted),
    );
    route(app, calls.register, async (ctx, { params, body }) =>
      answer(await registerTemplate(ctx, params.templateId, body), templateTexts.registered),
    );
    route(app, calls.clone, async (ctx, { params, body }) =>
      answer(await cloneTemplate(ctx, params.templateId, body), templateTexts.cloned),
    );
    route(app, calls.sync, (ctx, { body }) => syncTemplates(ctx, deps, body.channelId));
  },
};
