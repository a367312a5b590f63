import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { phoneBookUses } from '../../customer/door.ts';
import { siteFormRecord } from './site-form.record.ts';
import { listAsking } from './site-form.repository.ts';
import { readSiteForm, saveSiteForm } from './site-form.service.ts';

const { siteForms: calls } = endpoints;

export const siteForm: Module = {
  name: 'site-form',
  records: [siteFormRecord],
  extensions: [
    extend(phoneBookUses, async (tx, enterpriseId, used) =>
      'attributeId' in used
        ? (await listAsking(tx, enterpriseId, used.attributeId)).map((name) => ({ name: `Form of ${name}`, isRunning: false }))
        : [],
    ),
  ],
  routes(app) {
    route(app, calls.get, (ctx, { params }) => readSiteForm(ctx, params.channelId));
    route(app, calls.save, async (ctx, { params, body }) => answer(await saveSiteForm(ctx, params.channelId, body), 'The form is saved.'));
  },
};
