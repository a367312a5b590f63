import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { formRecord } from '../form/form.record.ts';
import { deleteForm, formBin } from './form.bin.ts';
import { checkDraftForm, getForm, listFormRefs, readForms, readFormVersion, readFormVersions } from './form.query.ts';
import { openPage, publishForm, saveForm } from './form.service.ts';

const { forms } = endpoints;

/** Forms as they are written: drafts, versions, and the page that everybody may open. */
export const formEditor: Module = {
  name: 'form-editor',
  records: [withBin(formRecord, formBin)],
  routes(app) {
    route(app, forms.list, (ctx, { query }) => readForms(ctx, query));
    route(app, forms.save, async (ctx, { body }) => answer(await saveForm(ctx, body), 'The form is saved.'));
    route(app, forms.get, (ctx, { params }) => getForm(ctx, params.formId));
    route(app, forms.remove, async (ctx, { params }) => {
      await deleteForm(ctx, params.formId);
      return answer(null, 'The form is in the bin.');
    });
    route(app, forms.check, (ctx, { params }) => checkDraftForm(ctx, params.formId));
    route(app, forms.refs, (ctx, { params, query }) => listFormRefs(ctx, params.formId, query));
    route(app, forms.publish, async (ctx, { params, body }) =>
      answer(await publishForm(ctx, params.formId, body), 'The form is published.'),
    );
    route(app, forms.versions, (ctx, { params }) => readFormVersions(ctx, params.formId));
    route(app, forms.version, (ctx, { params }) => readFormVersion(ctx, params.formId, params.number));
    route(app, forms.page, async (ctx, { params, body }) =>
      answer(await openPage(ctx, params.formId, body), body.isOpen ? 'The page is open.' : 'The page is closed.'),
    );
  },
};
