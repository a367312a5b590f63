import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { fileUsers } from '../../file/door.ts';
import { countries } from '../enterprise/countries.ts';
import { securityRecord } from '../enterprise/security.record.ts';
import { getSecurity, saveSecurity } from '../enterprise/security.service.ts';
import { timeZones } from '../enterprise/time-zones.ts';
import { logoFile, uploadLogo } from './company.logo.ts';
import { companyRecord } from './company.record.ts';
import { getCompany, saveCompany } from './company.service.ts';

export const enterprise: Module = {
  name: 'enterprise',
  records: [companyRecord, securityRecord],
  extensions: [extend(fileUsers, logoFile)],
  routes(app) {
    const calls = endpoints.enterprise;
    route(app, calls.general, (ctx) => getCompany(ctx));
    route(app, calls.saveGeneral, async (ctx, { body }) => answer(await saveCompany(ctx, body.general, body.version), 'Saved.'));
    route(app, calls.uploadLogo, (ctx, { request }) => uploadLogo(ctx, request));
    route(app, calls.security, (ctx) => getSecurity(ctx));
    route(app, calls.saveSecurity, async (ctx, { body }) => answer(await saveSecurity(ctx, body), 'Saved.'));
    route(app, calls.timeZones, async (ctx) => ({ timezones: [...timeZones], now: ctx.now().toISOString() }));
    route(app, calls.countries, async () => ({ countries: [...countries] }));
  },
};
