import { readdirSync } from 'node:fs';
import path from 'node:path';
import { endpoints, type PackageItem } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createPackageScenes, packageAt } from '../../../../test/packages.ts';
import { packables } from '../../../packable.ts';
import { readSource } from '../package/package.source.ts';
import { openShipped } from '../package/shipped.ts';

const app = await sharedApp();
const { as, makeUser, deps } = app;
const scenes = createPackageScenes(app);
const { packages, journeys, forms } = endpoints;
const folder = path.join(import.meta.dirname, '../../../../market');
const kinds = deps.extensions.of(packables);

test('each shipped package is signed by the key of the releases, and is its source', async () => {
  const shipped = [...(await openShipped(kinds)()).values()];
  const sources = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(shipped.length).toBe(sources.length);
  expect(shipped.length).toBeGreaterThan(0);
  for (const { name } of sources) {
    const { manifest, parts } = readSource(path.join(folder, name));
    const file = shipped.find((one) => one.manifest.id === manifest.id);
    expect([name, file?.manifest]).toEqual([name, manifest]);
    expect([name, file?.parts]).toEqual([name, parts]);
  }
});

test('the loan enquiry is at hand without an upload, is tried, installed, published and says nothing of a missing thing', async () => {
  const admin = await makeUser();
  const { packages: found } = (await as(admin).get(`${packages.list.path}?name=loan`)).json().data as { packages: PackageItem[] };
  expect(found).toMatchObject([{ key: 'parley.loan-enquiry', origin: 'shipped', publisher: { name: 'Parley' }, languages: ['en', 'hi'] }]);
  const id = found[0]?.id ?? '';
  const { results } = scenes.done<{ results: { name: string; passes: boolean }[] }>(
    await as(admin).post(packageAt(packages.try.path, id), {}),
  );
  expect(results.map(({ name, passes }) => [name, passes])).toEqual([
    ['Not now', true],
    ['Applies', true],
  ]);
  const installed = await scenes.install(admin, id);
  const idOf = (kind: string) => installed.install?.parts.find((part) => part.kind === kind)?.recordId ?? '';
  const form = (await as(admin).get(forms.get.path.replace(':formId', idOf('form')))).json().data;
  scenes.done(await as(admin).post(forms.publish.path.replace(':formId', form.id), { version: form.version }));
  const draft = (await as(admin).get(journeys.draft.path.replace(':journeyId', idOf('stream')))).json().data;
  const { findings } = (await as(admin).get(journeys.check.path.replace(':journeyId', idOf('stream')))).json().data;
  expect(findings.filter(({ level }: { level: string }) => level === 'error')).toEqual([]);
  scenes.done(await as(admin).post(journeys.publish.path.replace(':journeyId', idOf('stream')), { revision: draft.revision }));
  expect((await scenes.tryRemove(admin, id)).json().code).toBe('package.in_use');
});

test('nobody else can bring a package under the key of a shipped one', async () => {
  const maker = await makeUser();
  const { card } = await scenes.makeThings(maker);
  const refused = await scenes.tryMake(maker, [{ kind: 'card', id: card }], { key: 'parley.loan-enquiry', version: '9.0.0' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'package.publisher_differs']);
});
