import { endpoints } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import type { Module } from '../../../module.ts';
import { packables } from '../../../packable.ts';
import { contentDisposition } from '../../file/door.ts';
import { listOwn, makePackage } from '../package/package.make.ts';
import { listPackages, type Market, openPackage } from '../package/package.open.ts';
import { packageRecord, publisherRecord } from '../package/package.record.ts';
import { uploadPackage } from '../package/package.upload.ts';
import { acceptPublisher, readPublishers, withdrawPublisher } from '../package/publisher.service.ts';
import { openShipped } from '../package/shipped.ts';
import { writePackageFile } from '../package-file/package-file.ts';
import { planPackage } from './install.plan.ts';
import { getPackage } from './install.read.ts';
import { installRecord } from './install.record.ts';
import { removePackage } from './install.remove.ts';
import { installPackage } from './install.service.ts';
import { tryPackage } from './install.try.ts';
import { updatePackage } from './install.update.ts';

const { packages } = endpoints;

async function readFile(ctx: Ctx, market: Market, packageId: string): Promise<{ name: string; content: Buffer }> {
  const open = await ctx.transaction(async (tx) => {
    const found = await openPackage(tx, ctx.enterpriseId, market, packageId);
    const { name, version } = found.manifest;
    recordChange(ctx, tx, { record: packageRecord, id: packageId, action: 'export', name: `${name} ${version}` });
    return found;
  });
  const { id, version } = open.manifest;
  return { name: `${id}-${version}`, content: await writePackageFile(open, ctx.now()) };
}

/** Packages: what is at hand, made, trusted and installed. */
export const market: Module = {
  name: 'market',
  records: [packageRecord, publisherRecord, installRecord],
  routes(app, { extensions, secrets }) {
    const at: Market = { shipped: openShipped(extensions.of(packables)), secrets };
    route(app, packages.list, (ctx, { query }) => listPackages(ctx, at, query));
    route(app, packages.upload, async (ctx, { request }) => answer(await uploadPackage(ctx, at, request), 'The package is added.'));
    route(app, packages.own, (ctx, { query }) => listOwn(ctx, query));
    route(app, packages.make, async (ctx, { body }) => answer(await makePackage(ctx, at, body), 'The package is made.'));
    route(app, packages.publishers, (ctx) => readPublishers(ctx));
    route(app, packages.accept, async (ctx, { body }) => answer(await acceptPublisher(ctx, body), 'The publisher is accepted.'));
    route(app, packages.withdraw, async (ctx, { params }) => {
      await withdrawPublisher(ctx, params.fingerprint);
      return answer(null, 'The publisher is accepted no more.');
    });
    route(app, packages.get, (ctx, { params }) => getPackage(ctx, at, params.packageId));
    route(app, packages.file, async (ctx, { params, reply }) => {
      const { name, content } = await readFile(ctx, at, params.packageId);
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('document', `${name}.parley`))
        .send(content);
    });
    route(app, packages.plan, (ctx, { params, body }) => planPackage(ctx, at, params.packageId, body.to));
    route(app, packages.try, (ctx, { params }) => tryPackage(ctx, at, params.packageId));
    route(app, packages.install, async (ctx, { params, body }) =>
      answer(await installPackage(ctx, at, params.packageId, body), 'The package is installed.'),
    );
    route(app, packages.update, async (ctx, { params, body }) =>
      answer(await updatePackage(ctx, at, params.packageId, body), 'The package is updated.'),
    );
    route(app, packages.remove, async (ctx, { params }) =>
      answer(await removePackage(ctx, at, params.packageId), 'The package is removed.'),
    );
  },
};
