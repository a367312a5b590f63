import { createPrivateKey, createPublicKey } from 'node:crypto';
import { type AppConfig, defaultWhiteLabel, drawBrandIcon, endpoints, Host, productAppId } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { hasSingleSignOn } from '../connection/sso.repository.ts';
import { firebaseConfig } from '../enterprise/feature-flags.ts';
import { describeApp } from './app-manifest.ts';
import { brandingRecord } from './branding.record.ts';
import {
  publishBranding,
  readBranding,
  readBrandOfHost,
  restoreBranding,
  restoreDefaultBranding,
  saveBrandingDraft,
} from './branding.service.ts';

/** Reads the configuration that a browser loads before anything else (SHELL-058 to SHELL-063). */
function readAppConfig({ config, flags }: Pick<Deps, 'config' | 'flags'>): AppConfig {
  const key = config.encryptionPrivateKey;
  return {
    environment: flags,
    userMode: config.userMode,
    encryption: {
      isEnabled: key !== undefined,
      publicKey: key ? String(createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' })) : '',
    },
    appId: productAppId,
    baseHref: '/',
    singleSignOn: false,
    behaviourAnalytics: false,
    firebaseConfig,
    whiteLabel: defaultWhiteLabel,
  };
}

export const branding: Module = {
  name: 'branding',
  records: [brandingRecord],
  routes(app, deps) {
    const appConfig = readAppConfig(deps);
    route(app, endpoints.branding.appConfig, async (_ctx, { reply }) => {
      reply.header('cache-control', 'no-cache');
      return { ...appConfig, singleSignOn: await hasSingleSignOn(deps.db) };
    });
    route(app, endpoints.branding.whiteLabel, async (_ctx, { params, reply }) => {
      if (params.file.toLowerCase() !== `${params.host}.json`) throw new DomainError('route.not_found', 'There is no such file.', {});
      reply.header('cache-control', 'no-cache');
      return readBrandOfHost(deps.db, params.host);
    });
    const brandOf = (host: string) => {
      const named = Host.safeParse(host);
      return named.success ? readBrandOfHost(deps.db, named.data) : defaultWhiteLabel;
    };
    route(app, endpoints.branding.manifest, async (_ctx, { request, reply }) => {
      reply.header('cache-control', 'no-cache').type('application/manifest+json');
      return reply.send(JSON.stringify(describeApp(await brandOf(request.host))));
    });
    route(app, endpoints.branding.appIcon, async (_ctx, { request, reply }) => {
      reply.header('cache-control', 'no-cache').type('image/svg+xml');
      return reply.send(drawBrandIcon(await brandOf(request.host), 0));
    });
    route(app, endpoints.branding.get, (ctx) => readBranding(ctx));
    route(app, endpoints.branding.saveDraft, async (ctx, { body }) =>
      answer(await saveBrandingDraft(ctx, body, new URL(deps.publicUrl()).host), 'The draft is saved.'),
    );
    route(app, endpoints.branding.publish, async (ctx) => answer(await publishBranding(ctx), 'The brand is published.'));
    route(app, endpoints.branding.restore, async (ctx, { params }) =>
      answer(await restoreBranding(ctx, params.versionId), 'The earlier brand is published again.'),
    );
    route(app, endpoints.branding.restoreDefault, async (ctx) =>
      answer(await restoreDefaultBranding(ctx), 'The default brand is published again.'),
    );
  },
};
